import { monthOfName } from '../month-names.ts';
import type { OctetText } from '../octet-text.ts';

/** The Date field (RFC 5322 §3.3). */
export interface SentDate {
  readonly utcMs: number;
  /** Start of the day as written, zone ignored. */
  readonly dayMs: number;
}

const DATE =
  /^(?:[A-Za-z]{3,9}\s*,\s*)?([0-9]{1,2})\s+([A-Za-z]{3})[a-z]*\s+([0-9]{2,4})\s+([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?\s*([+-][0-9]{4}|[A-Za-z]{1,5})?/;
/** Bounds hostile values. */
const MAX_DATE_CHARACTERS = 100;
const MS_PER_MINUTE = 60_000;
/** Minutes (RFC 5322 §4.3); others mean UTC. */
const ZONES = new Map([
  ['EST', -300],
  ['EDT', -240],
  ['CST', -360],
  ['CDT', -300],
  ['MST', -420],
  ['MDT', -360],
  ['PST', -480],
  ['PDT', -420],
]);

/** Undefined if unreadable. */
export function parseSentDate(value: OctetText): SentDate | undefined {
  const match = DATE.exec(
    value
      .slice(0, MAX_DATE_CHARACTERS)
      .replace(/\([^)]*\)/g, ' ')
      .trim(),
  );
  if (match === null) return undefined;
  const month = monthOfName(match[2] ?? '');
  const dayMs = Date.UTC(fullYear(match[3] ?? ''), month, Number(match[1]));
  if (month < 0 || Number.isNaN(dayMs)) return undefined;
  const time = (Number(match[4]) * 60 + Number(match[5])) * MS_PER_MINUTE + Number(match[6] ?? 0) * 1000;
  return { dayMs, utcMs: dayMs + time - zoneMinutes(match[7] ?? '') * MS_PER_MINUTE };
}

function fullYear(text: string): number {
  const year = Number(text);
  if (text.length === 4) return year;
  return text.length === 2 && year < 50 ? year + 2000 : year + 1900;
}

function zoneMinutes(zone: string): number {
  if (!/^[+-]/.test(zone)) return ZONES.get(zone.toUpperCase()) ?? 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3));
  return zone.startsWith('-') ? -minutes : minutes;
}
