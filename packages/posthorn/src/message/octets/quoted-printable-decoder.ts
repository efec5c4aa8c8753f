import type { OctetDecoder } from './octet-decoder.ts';

const EQUALS = 0x3d;
const SPACE = 0x20;
const TAB = 0x09;
const CR = 0x0d;
const LF = 0x0a;
const NO_OCTETS = new Uint8Array(0);
const NO_DIGIT = 0xff;
const VALUE_OF = Uint8Array.from({ length: 256 }, (_, octet) => {
  const value = Number.parseInt(String.fromCharCode(octet), 16);
  return Number.isNaN(value) ? NO_DIGIT : value;
});
const MAX_RUN_OCTETS = 65_536;

const NO_LINE_END = -1;
const UNKNOWN = -2;
/** Steps: positive drops octets, negative keeps them. */
const WAIT_FOR_MORE = 0;

interface Piece {
  readonly octets: Uint8Array;
  readonly isLast: boolean;
}

/** Quoted-printable in chunks (RFC 2045 §6.7). `=` without two digits, and unencoded octets, stay. */
export function createQuotedPrintableDecoder(): OctetDecoder {
  let held: Uint8Array = NO_OCTETS;

  function decode(next: Uint8Array, isLast: boolean): Uint8Array {
    const octets = held.length === 0 ? next : Buffer.concat([held, next]);
    const { output, read } = decodePiece({ octets, isLast });
    held = octets.slice(read);
    return output;
  }

  return {
    write: (octets) => decode(octets, false),
    end: () => decode(NO_OCTETS, true),
  };
}

function decodePiece(piece: Piece): { readonly output: Uint8Array; readonly read: number } {
  const { octets } = piece;
  const output = Buffer.allocUnsafe(octets.length);
  let length = 0;
  let index = 0;
  while (index < octets.length) {
    const octet = octets[index] ?? 0;
    if (octet === EQUALS && isEscape(octets, index)) {
      output[length++] = escapedOctet(octets, index);
      index += 3;
      continue;
    }
    const step = stepAt(piece, index, octet);
    if (step === WAIT_FOR_MORE) break;
    const end = index + Math.abs(step);
    if (step > 0) index = end;
    while (index < end) output[length++] = octets[index++] ?? 0;
  }
  return { output: output.subarray(0, length), read: index };
}

function isEscape(octets: Uint8Array, index: number): boolean {
  return digitAt(octets, index + 1) !== NO_DIGIT && digitAt(octets, index + 2) !== NO_DIGIT;
}

function escapedOctet(octets: Uint8Array, index: number): number {
  return digitAt(octets, index + 1) * 16 + digitAt(octets, index + 2);
}

function digitAt(octets: Uint8Array, index: number): number {
  return VALUE_OF[octets[index] ?? 0] ?? NO_DIGIT;
}

function stepAt(piece: Piece, index: number, octet: number): number {
  if (octet === EQUALS) return stepOverEquals(piece, index);
  return octet === SPACE || octet === TAB ? stepOverSpaces(piece, index) : -1;
}

/** A soft line break if at the line's end, else literal. */
function stepOverEquals({ octets, isLast }: Piece, index: number): number {
  const isCut = index + 2 === octets.length && !isLast && digitAt(octets, index + 1) !== NO_DIGIT;
  if (isCut) return WAIT_FOR_MORE;
  const end = endOfSpaces(octets, index + 1);
  const lineEnd = end - index > MAX_RUN_OCTETS ? NO_LINE_END : lineEndAt({ octets, isLast }, end);
  if (lineEnd === UNKNOWN) return WAIT_FOR_MORE;
  return lineEnd === NO_LINE_END ? -1 : end - index + lineEnd;
}

/** RFC 2045 §6.7, rule 3. */
function stepOverSpaces({ octets, isLast }: Piece, index: number): number {
  const end = endOfSpaces(octets, index);
  const lineEnd = end - index >= MAX_RUN_OCTETS ? NO_LINE_END : lineEndAt({ octets, isLast }, end);
  if (lineEnd === UNKNOWN) return WAIT_FOR_MORE;
  return lineEnd === NO_LINE_END ? index - end : end - index;
}

function endOfSpaces(octets: Uint8Array, start: number): number {
  const limit = Math.min(start + MAX_RUN_OCTETS, octets.length);
  let end = start;
  while (end < limit && (octets[end] === SPACE || octets[end] === TAB)) end++;
  return end;
}

/** The length of CRLF, LF or the end, else NO_LINE_END or UNKNOWN. */
function lineEndAt({ octets, isLast }: Piece, index: number): number {
  if (index >= octets.length) return isLast ? 0 : UNKNOWN;
  if (octets[index] === LF) return 1;
  if (octets[index] !== CR) return NO_LINE_END;
  if (index + 1 >= octets.length) return isLast ? NO_LINE_END : UNKNOWN;
  return octets[index + 1] === LF ? 2 : NO_LINE_END;
}
