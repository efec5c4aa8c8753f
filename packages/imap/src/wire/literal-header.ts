/** `{123}` at the end of a line: that many octets follow (RFC 9051 §4.3). */
import { CLOSE_BRACE, CR, LF, NINE, OPEN_BRACE, PLUS, ZERO } from './octets.ts';

/** The longest header with its CRLF. One with more leading zeros is not recognised. */
export const MAX_HEADER_OCTETS = 32;

/** The octets that the line announces, which ends before `end`; undefined where it announces none. */
export function announcedOctets(octets: Buffer, lineStart: number, end: number): number | undefined {
  const start = Math.max(lineStart, end - MAX_HEADER_OCTETS);
  let index = end - 1;
  if (octets[index] !== LF) return undefined;
  index -= 1;
  if (octets[index] === CR) index -= 1;
  if (octets[index] !== CLOSE_BRACE) return undefined;
  index -= 1;
  if (octets[index] === PLUS) index -= 1;
  const lastDigit = index;
  while (index >= start && isDigit(octets[index])) index -= 1;
  if (index === lastDigit || index < start || octets[index] !== OPEN_BRACE) return undefined;
  // Above every bound, but a number that can be counted down.
  return Math.min(Number(octets.toString('latin1', index + 1, lastDigit + 1)), Number.MAX_SAFE_INTEGER);
}

function isDigit(octet: number | undefined): boolean {
  return octet !== undefined && octet >= ZERO && octet <= NINE;
}
