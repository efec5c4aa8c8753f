const MS_PER_MINUTE = 60_000;

/** A duration; absent members are 0. */
export interface Duration {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
}

/** The time before `now` in whole seconds. */
export function timeBefore(now: Date, { days = 0, hours = 0, minutes = 0 }: Duration): Date {
  const durationMs = ((days * 24 + hours) * 60 + minutes) * MS_PER_MINUTE;
  const epochMs = now.getTime() - durationMs;
  return new Date(epochMs - (epochMs % 1000));
}
