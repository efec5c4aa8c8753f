const DAY_MS = 86_400_000;

/** Clock and language. */
export interface DateWords {
  readonly now: Date;
  /** BCP 47; undefined is the browser's. */
  readonly locale?: string | undefined;
}

/** Formats today as time, this week as weekday, else as date. */
export function shortDate(date: string | null, { now, locale }: DateWords): string {
  if (date === null) return '';
  const moment = new Date(date);
  const age = startOfDay(now) - startOfDay(moment);
  const form = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, options).format(moment);
  if (age === 0) return form({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  if (age > 0 && age < 6.5 * DAY_MS) return form({ weekday: 'short' });
  const isThisYear = moment.getFullYear() === now.getFullYear();
  return form({ day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) });
}

/** Formats day and time. */
export function longDate(date: string | null, { now, locale }: DateWords): string {
  if (date === null) return '';
  const moment = new Date(date);
  const isThisYear = moment.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(locale, {
    ...({ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const),
    hourCycle: 'h23',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(moment);
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
