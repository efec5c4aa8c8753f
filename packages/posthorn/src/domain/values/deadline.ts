/** This machine's clocks. */
export interface MachineClock {
  /** Milliseconds; never set. */
  readonly monotonic: () => number;
  /** Epoch milliseconds; advances while a virtual machine is suspended. */
  readonly wall: () => number;
}

/** Passed once either clock has passed it. */
export interface Deadline {
  readonly monotonic: number;
  readonly wall: number;
}

/** The deadline `ms` from now. */
export function deadlineIn(clock: MachineClock, ms: number): Deadline {
  return { monotonic: clock.monotonic() + ms, wall: clock.wall() + ms };
}

/** Milliseconds; 0 or less once passed. */
export function timeUntil(clock: MachineClock, deadline: Deadline): number {
  return Math.min(deadline.monotonic - clock.monotonic(), deadline.wall - clock.wall());
}
