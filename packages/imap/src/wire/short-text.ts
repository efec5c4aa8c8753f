/** Longer texts are rarely repeated. */
const MAX_CACHED_OCTETS = 24;
/** A power of two. */
const SLOTS = 2048;

const texts: string[] = new Array<string>(SLOTS).fill('');

/** Cached latin-1: halves the time to read messages. */
export function shortText(octets: Buffer, start: number, end: number): string {
  const length = end - start;
  if (length > MAX_CACHED_OCTETS) return octets.toString('latin1', start, end);
  let hash = length;
  for (let index = start; index < end; index += 1) hash = (hash * 31 + (octets[index] ?? 0)) | 0;
  const slot = hash & (SLOTS - 1);
  const known = texts[slot] ?? '';
  if (known.length === length && isEqual(known, octets, start)) return known;
  const text = octets.toString('latin1', start, end);
  texts[slot] = text;
  return text;
}

function isEqual(text: string, octets: Buffer, start: number): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) !== octets[start + index]) return false;
  }
  return true;
}
