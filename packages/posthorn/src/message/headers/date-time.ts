import type { ZonedDate } from '../../domain/messages/message-item.ts';
import { withoutComments } from './comments.ts';
import { parseZone } from './time-zone.ts';

const MAX_DATE_CHARACTERS = 300;
const MAX_YEAR = 9999;
const MS_PER_MINUTE = 60_000;

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const SHORTEST_MONTH = 3;
const HYPHENATED_MONTH = /-([a-z]{3,9})-/;
const ISO_SEPARATOR = /^(\d{4}([-/.])\d{1,2}\2\d{1,2})t/;
const SPACED_COLON = / ?: ?/g;
const ATTACHED_ZONE = /([:.]\d+)(z|[+-]\d)/;
const ISO_DATE = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const TIME = /^(\d{1,2})[:.](\d{1,2})(?:[:.](\d{1,2})(?:[.,]\d{1,9})?)?([ap]m)?$/;
const NUMBER = /^\d{1,4}$/;

interface DateParts {
  year?: number;
  month?: number;
  day?: number;
  time?: TimeOfDay;
  offsetMinutes?: number;
}

interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/**
 * RFC 5322 (§3.3, §4.3), ISO 8601 or asctime(3); undefined if unreadable, impossible or outside the years 1
 * to 9999. A missing time is midnight, an unknown zone UTC. All-numeric dates must start with the year.
 */
export function parseDateTime(value: string): ZonedDate | undefined {
  const parts: DateParts = {};
  for (const word of splitWords(value)) readWord(parts, word);
  return toZonedDate(parts);
}

function splitWords(value: string): readonly string[] {
  return withoutComments(value.slice(0, MAX_DATE_CHARACTERS).toLowerCase())
    .trim()
    .replace(/\s+/g, ' ')
    .replace(SPACED_COLON, ':')
    .replace(HYPHENATED_MONTH, ' $1 ')
    .replace(ISO_SEPARATOR, '$1 ')
    .replace(ATTACHED_ZONE, '$1 $2')
    .replace(/ ([ap])\.?m\.?(?= |$)/, '$1m')
    .split(/[ ,]+/);
}

function readWord(parts: DateParts, word: string): void {
  const isoDate = ISO_DATE.exec(word);
  if (isoDate !== null) {
    parts.year = Number(isoDate[1]);
    parts.month = Number(isoDate[3]) - 1;
    parts.day = Number(isoDate[4]);
  } else if (NUMBER.test(word)) {
    readNumber(parts, word);
  } else if (TIME.test(word)) {
    parts.time ??= toTimeOfDay(word);
  } else {
    const month = toMonth(word);
    if (month !== undefined) parts.month ??= month;
    else readZone(parts, word);
  }
}

function readZone(parts: DateParts, word: string): void {
  const offsetMinutes = parseZone(word);
  if (offsetMinutes !== undefined) parts.offsetMinutes ??= offsetMinutes;
}

function readNumber(parts: DateParts, digits: string): void {
  if (parts.day === undefined && digits.length <= 2) parts.day = Number(digits);
  else parts.year ??= toYear(digits);
}

/** RFC 5322 §4.3. */
function toYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 2) return year < 50 ? 2000 + year : 1900 + year;
  return digits.length === 3 ? 1900 + year : year;
}

function toMonth(word: string): number | undefined {
  const name = word.replace(/\.$/, '');
  if (name.length < SHORTEST_MONTH) return undefined;
  const month = MONTHS.findIndex((full) => full.startsWith(name));
  return month === -1 ? undefined : month;
}

function toTimeOfDay(word: string): TimeOfDay {
  const match = TIME.exec(word);
  const hour = Number(match?.[1]);
  return {
    hour: match?.[4] === undefined ? hour : (hour % 12) + (match[4] === 'pm' ? 12 : 0),
    minute: Number(match?.[2]),
    second: Number(match?.[3] ?? 0),
  };
}

function toZonedDate(parts: DateParts): ZonedDate | undefined {
  const { year, month, day, time = { hour: 0, minute: 0, second: 0 }, offsetMinutes = 0 } = parts;
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (time.hour > 23 || time.minute > 59 || time.second > 60) return undefined;
  const local = new Date(0);
  // Date.UTC() reads years 0 to 99 as 1900 to 1999.
  local.setUTCFullYear(year, month, day);
  if (local.getUTCMonth() !== month || local.getUTCDate() !== day) return undefined;
  local.setUTCHours(time.hour, time.minute, time.second);
  const epochMs = local.getTime() - offsetMinutes * MS_PER_MINUTE;
  if (!isInYears(local.getTime()) || !isInYears(epochMs)) return undefined;
  return { epochMs, offsetMinutes };
}

function isInYears(epochMs: number): boolean {
  const year = new Date(epochMs).getUTCFullYear();
  return year >= 1 && year <= MAX_YEAR;
}
