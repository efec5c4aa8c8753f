/** Runs work under a deadline of its own. */

/** A time limit, and the error when it is over. */
export interface Deadline {
  readonly ms: number;
  /** The reason of the abort when the time is over. */
  readonly reason: () => Error;
}

/** Runs the work under a signal that aborts with the given one, or when the time is over. */
export async function withDeadline<Result>(
  { ms, reason }: Deadline,
  work: (signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(reason()), ms);
  try {
    return await work(AbortSignal.any([signal, deadline.signal]));
  } finally {
    clearTimeout(timer);
  }
}
