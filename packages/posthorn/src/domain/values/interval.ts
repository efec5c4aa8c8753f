/** When to repeat something. */
export interface Interval {
  /** True first, after `ms`, and if the clock was set back. True restarts the interval. */
  take(): boolean;
  /** Makes the next `take` true. */
  end(): void;
}

/** `now`: epoch milliseconds. A plain comparison would wait as long as the clock was set back. */
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
