/** Reads the zone of a Date field (RFC 5322 §3.3, §4.3). */

const MINUTES_PER_HOUR = 60;
/** Real offsets are within 14 hours; larger ones would move a date by days. */
const MAX_OFFSET_HOURS = 23;
const OFFSET = /^(?:gmt|utc|ut)?([+-])(\d{1,2}?):?(\d{2})?$/;
/** A single letter is a military zone. RFC 822 defined them with the wrong sign, so RFC 5322 makes them UTC. */
const MILITARY = /^[a-ik-z]$/;

/** Offsets in hours. The names of RFC 5322, then those seen in mail that have one meaning only. */
const NAMED_ZONES = new Map<string, number>([
  ['ut', 0],
  ['utc', 0],
  ['gmt', 0],
  ['est', -5],
  ['edt', -4],
  ['cst', -6],
  ['cdt', -5],
  ['mst', -7],
  ['mdt', -6],
  ['pst', -8],
  ['pdt', -7],
  ['wet', 0],
  ['west', 1],
  ['cet', 1],
  ['cest', 2],
  ['met', 1],
  ['mest', 2],
  ['eet', 2],
  ['eest', 3],
  ['msk', 3],
  ['jst', 9],
  ['kst', 9],
]);

/** Minutes east of UTC of a zone in lower case, undefined when the word is no zone that we know. */
export function parseZone(word: string): number | undefined {
  const hours = NAMED_ZONES.get(word);
  if (hours !== undefined) return hours * MINUTES_PER_HOUR;
  if (MILITARY.test(word)) return 0;
  const match = OFFSET.exec(word);
  if (match === null) return undefined;
  return toMinutes(match[1] === '-' ? -1 : 1, { hours: Number(match[2]), minutes: Number(match[3] ?? 0) });
}

function toMinutes(sign: 1 | -1, offset: { hours: number; minutes: number }): number | undefined {
  if (offset.hours > MAX_OFFSET_HOURS || offset.minutes >= MINUTES_PER_HOUR) return undefined;
  // Adding 0 turns the -0 of "-0000" into 0.
  return sign * (offset.hours * MINUTES_PER_HOUR + offset.minutes) + 0;
}
