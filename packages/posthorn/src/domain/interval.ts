/** Says when something is to be done again. */
export interface Interval {
  /** True at the first time, after `ms`, and when the clock has gone back: the interval begins again. */
  take(): boolean;
  /** The next `take` is true. */
  end(): void;
}

/** `now`: milliseconds since 1970. A clock that is set back would make a plain comparison wait for as long. */
export function createInterval(ms: number, now: () => number): Interval {
  let takenAt = Number.NEGATIVE_INFINITY;
  return {
    take() {
      const at = now();
      if (at >= takenAt && at - takenAt < ms) return false;
      takenAt = at;
      return true;
    },
    end() {
      takenAt = Number.NEGATIVE_INFINITY;
    },
  };
}
