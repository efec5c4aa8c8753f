/** Requests or commands at a steady pace, and the time of each. */

/** Under way until `end`. */
export interface SteadyWork {
  /** The milliseconds of each since the last call; NaN where it failed. */
  take(): readonly number[];
  end(): void;
}

/** Begins each at its time, without waiting for the last. */
export function startSteadily({
  work,
  perSecond,
  close,
}: {
  readonly work: (turn: number) => Promise<unknown> | undefined;
  readonly perSecond: number;
  readonly close: () => void;
}): SteadyWork {
  let waits: number[] = [];
  let turn = 0;
  const measure = async () => {
    turn += 1;
    const startedAt = performance.now();
    const isDone = await Promise.resolve(work(turn)).then(
      () => true,
      () => false,
    );
    waits.push(isDone ? performance.now() - startedAt : Number.NaN);
  };
  const timer = setInterval(() => void measure(), 1_000 / perSecond);
  return {
    take() {
      const taken = waits;
      waits = [];
      return taken;
    },
    end() {
      clearInterval(timer);
      close();
    },
  };
}
