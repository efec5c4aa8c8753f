const MINUTES_PER_HOUR = 60;
const MAX_OFFSET_HOURS = 23;
const OFFSET = /^(?:gmt|utc|ut)?([+-])(\d{1,2}?):?(\d{2})?$/;
/** RFC 822 had the wrong signs; RFC 5322 makes them UTC. */
const MILITARY = /^[a-ik-z]$/;

/** RFC 5322, and unambiguous names. */
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

/** Minutes east of UTC for a lower-case zone (RFC 5322 §3.3, §4.3). */
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
  return sign * (offset.hours * MINUTES_PER_HOUR + offset.minutes) + 0;
}
