import { CLOSE_BRACE, CR, LF, NINE, OPEN_BRACE, PLUS, ZERO } from './octets.ts';

/** With CRLF; more leading zeros are not recognised. */
export const MAX_HEADER_OCTETS = 32;

/** The number in `{123}` before `end`; undefined for none. */
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
  // Above every bound, yet exact to count down.
  return Math.min(Number(octets.toString('latin1', index + 1, lastDigit + 1)), Number.MAX_SAFE_INTEGER);
}

function isDigit(octet: number | undefined): boolean {
  return octet !== undefined && octet >= ZERO && octet <= NINE;
}
