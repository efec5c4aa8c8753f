/** Limit and error. */
export interface Deadline {
  readonly ms: number;
  readonly reason: () => Error;
}

/** Works until an abort or the deadline. */
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
