/** Figures of repeated measurements. */

/** Milliseconds, or whatever was measured. */
export interface Figures {
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  readonly min: number;
}

/** The figures of at least one measurement. */
export function figuresOf(measured: readonly number[]): Figures {
  const ascending = [...measured].sort((a, b) => a - b);
  return {
    median: at(ascending, 0.5),
    p95: at(ascending, 0.95),
    p99: at(ascending, 0.99),
    min: at(ascending, 0),
  };
}

function at(ascending: readonly number[], share: number): number {
  const index = Math.min(ascending.length - 1, Math.floor(share * ascending.length));
  return ascending[index] ?? Number.NaN;
}
