/** INTERNALDATE as FETCH answers it: `17-Jul-1996 02:44:25 -0700` (RFC 9051 §9, `date-time`). */
import type { ZonedDate } from '../../domain/message-item.ts';

const DATE_TIME = /^ ?(\d{1,2})-([A-Za-z]{3})-(\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The date, undefined when the text is no IMAP date-time. */
export function parseInternalDate(text: string): ZonedDate | undefined {
  const match = DATE_TIME.exec(text);
  if (!match) return undefined;
  const [, day, monthName = '', year, hour, minute, second, sign, zoneHours, zoneMinutes] = match;
  const month = MONTHS.indexOf(monthName.toLowerCase());
  if (month < 0) return undefined;
  const offsetMinutes = (sign === '-' ? -1 : 1) * (Number(zoneHours) * 60 + Number(zoneMinutes));
  const local = Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second));
  return { epochMs: local - offsetMinutes * 60_000, offsetMinutes };
}
