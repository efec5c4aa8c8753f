/** Two clocks compared, exact if quick. */
export interface ClockLook {
  readonly aheadMs: number;
  readonly tookMs: number;
}

/** Compares the clock of `read` with `now`, in epoch milliseconds. */
export async function lookAtClock(read: () => Promise<number>, now: () => number): Promise<ClockLook> {
  const [startedAt, startedMs] = [now(), performance.now()];
  const ms = await read();
  const tookMs = performance.now() - startedMs;
  return { tookMs, aheadMs: Math.round(ms - startedAt - tookMs / 2) };
}
