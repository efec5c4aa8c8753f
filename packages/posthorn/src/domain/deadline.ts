/** Clocks of this machine. */
export interface MachineClock {
  /** Milliseconds that no one sets. */
  readonly monotonic: () => number;
  /** Milliseconds since 1970; goes on while a virtual machine is suspended. */
  readonly wall: () => number;
}

/** An instant of both clocks: it has passed when either has passed it. */
export interface Deadline {
  readonly monotonic: number;
  readonly wall: number;
}

/** Returns the instant `ms` from now. */
export function deadlineIn(clock: MachineClock, ms: number): Deadline {
  return { monotonic: clock.monotonic() + ms, wall: clock.wall() + ms };
}

/** Milliseconds until the deadline; 0 or less once it has passed. */
export function timeUntil(clock: MachineClock, deadline: Deadline): number {
  return Math.min(deadline.monotonic - clock.monotonic(), deadline.wall - clock.wall());
}
