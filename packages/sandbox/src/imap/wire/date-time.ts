/** RFC 3501 §9. */
import { MONTH_NAMES, monthOfName } from '../../month-names.ts';
import { reject } from './refusal.ts';

const DATE = /^([0-9]{1,2})-([A-Za-z]{3})-([0-9]{4})$/;
const DATE_TIME =
  /^([ 0-9][0-9])-([A-Za-z]{3})-([0-9]{4}) ([0-9]{2}):([0-9]{2}):([0-9]{2}) ([+-])([0-9]{2})([0-9]{2})$/;
const MS_PER_MINUTE = 60_000;

/** The UTC day's start in ms. Throws BAD. */
export function parseDate(text: string): number {
  const match = DATE.exec(text);
  const day = match === null ? Number.NaN : utcTime([match[3], match[2], match[1]], []);
  if (Number.isNaN(day)) throw reject('Invalid date');
  return day;
}

/** Parses `date-time`. Throws BAD. */
export function parseDateTime(text: string): Date {
  const match = DATE_TIME.exec(text);
  const local =
    match === null ? Number.NaN : utcTime([match[3], match[2], match[1]], [match[4], match[5], match[6]]);
  if (match === null || Number.isNaN(local)) throw reject('Invalid date-time');
  const offset = (Number(match[8]) * 60 + Number(match[9])) * MS_PER_MINUTE;
  return new Date(match[7] === '-' ? local + offset : local - offset);
}

/** In UTC, without quotes. */
export function formatDateTime(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = String(date.getUTCDate()).padStart(2, ' ');
  const month = MONTH_NAMES[date.getUTCMonth()];
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':');
  return `${day}-${month}-${String(date.getUTCFullYear()).padStart(4, '0')} ${time} +0000`;
}

type TextPart = string | undefined;

function utcTime(date: readonly [TextPart, TextPart, TextPart], time: readonly TextPart[]): number {
  const month = monthOfName(date[1] ?? '');
  if (month < 0) return Number.NaN;
  const [hours, minutes, seconds] = [Number(time[0] ?? 0), Number(time[1] ?? 0), Number(time[2] ?? 0)];
  const dayOfMonth = Number((date[2] ?? '').trim());
  const isInRange = dayOfMonth >= 1 && dayOfMonth <= 31 && hours < 24 && minutes < 60 && seconds <= 60;
  return isInRange ? Date.UTC(Number(date[0]), month, dayOfMonth, hours, minutes, seconds) : Number.NaN;
}
