/** The lines of a message's octets: they end in LF or CRLF, and the last one may lack its end. */

const LF = 0x0a;
const CR = 0x0d;

/** Where the next line begins: after the next LF, or at the end. */
export function endOfLine(octets: Uint8Array, start: number): number {
  // A loop, because calling `indexOf` costs more than most lines are long.
  for (let index = start; index < octets.length; index++) if (octets[index] === LF) return index + 1;
  return octets.length;
}

/** True for the empty line that ends a header block. */
export function isBlankLine(octets: Uint8Array, start: number): boolean {
  return octets[start] === LF || (octets[start] === CR && octets[start + 1] === LF);
}

/** Where the line before this one ends, its line end not included; the place itself where no line ends before it. */
export function beforeLineEnd(octets: Uint8Array, start: number): number {
  if (octets[start - 1] !== LF) return start;
  return octets[start - 2] === CR ? start - 2 : start - 1;
}
