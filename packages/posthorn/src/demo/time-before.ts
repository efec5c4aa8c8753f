/** Points in time before the demo starts. */

const MS_PER_MINUTE = 60_000;

/** A length of time; absent members count as 0. */
export interface Duration {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
}

/** The moment that lies the duration before `now`, without fractions of a second. */
export function timeBefore(now: Date, { days = 0, hours = 0, minutes = 0 }: Duration): Date {
  const durationMs = ((days * 24 + hours) * 60 + minutes) * MS_PER_MINUTE;
  const epochMs = now.getTime() - durationMs;
  return new Date(epochMs - (epochMs % 1000));
}
