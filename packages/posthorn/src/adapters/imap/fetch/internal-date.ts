/** `17-Jul-1996 02:44:25 -0700` (RFC 9051 §9, `date-time`). */
import type { ZonedDate } from '../../../domain/messages/message-item.ts';

const DATE_TIME = /^ ?(\d{1,2})-([A-Za-z]{3})-(\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MS_PER_MINUTE = 60_000;
const MINUTES_PER_HOUR = 60;
/** Kiribati's zone. */
const MAX_OFFSET_MINUTES = 14 * MINUTES_PER_HOUR;

/** Undefined if invalid. */
export function parseInternalDate(text: string): ZonedDate | undefined {
  const match = DATE_TIME.exec(text);
  if (!match) return undefined;
  const [, day, monthName = '', year, hour, minute, second, sign, zoneHours, zoneMinutes] = match;
  const month = MONTHS.indexOf(monthName.toLowerCase());
  if (month < 0) return undefined;
  const offsetMinutes = (sign === '-' ? -1 : 1) * (Number(zoneHours) * 60 + Number(zoneMinutes));
  const local = Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second));
  return { epochMs: local - offsetMinutes * MS_PER_MINUTE, offsetMinutes };
}

/** For APPEND; impossible zones become UTC. */
export function formatInternalDate({ epochMs, offsetMinutes }: ZonedDate): string {
  const offset = Math.abs(offsetMinutes) <= MAX_OFFSET_MINUTES ? offsetMinutes : 0;
  const local = new Date(epochMs + offset * MS_PER_MINUTE).toUTCString();
  const [, day, month, year, time] = local.split(' ');
  return `${day}-${month}-${year} ${time} ${formatOffset(offset)}`;
}

function formatOffset(offsetMinutes: number): string {
  const minutes = Math.abs(offsetMinutes);
  const digits = [Math.floor(minutes / MINUTES_PER_HOUR), minutes % MINUTES_PER_HOUR].map((value) =>
    String(value).padStart(2, '0'),
  );
  return `${offsetMinutes < 0 ? '-' : '+'}${digits.join('')}`;
}
