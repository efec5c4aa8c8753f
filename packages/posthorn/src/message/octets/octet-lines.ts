/** Lines end in LF or CRLF; the last may lack it. */

const LF = 0x0a;
const CR = 0x0d;

/** The next line's start, or the end. */
export function endOfLine(octets: Uint8Array, start: number): number {
  // `indexOf` costs more than most lines are long.
  for (let index = start; index < octets.length; index++) if (octets[index] === LF) return index + 1;
  return octets.length;
}

/** True for the empty line ending a header block. */
export function isBlankLine(octets: Uint8Array, start: number): boolean {
  return octets[start] === LF || (octets[start] === CR && octets[start + 1] === LF);
}

/** The previous line's end, without CRLF or LF. */
export function beforeLineEnd(octets: Uint8Array, start: number): number {
  if (octets[start - 1] !== LF) return start;
  return octets[start - 2] === CR ? start - 2 : start - 1;
}
