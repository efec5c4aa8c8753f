/** Decodes quoted-printable as it occurs in mail (RFC 2045 §6.7), piece by piece. */
import { decodeHexEscapes } from './hex-escapes.ts';
import { createLineDecoder, type DecodedLine, type EncodedLine } from './line-decoder.ts';
import type { OctetDecoder } from './octet-decoder.ts';

const EQUALS = 0x3d;
const SPACE = 0x20;
const TAB = 0x09;
/** `=` and two digits; a piece may end within one. */
const ESCAPE_OCTETS = 3;

/** Takes `=` without two digits and octets that should have been encoded as they are. */
export function createQuotedPrintableDecoder(): OctetDecoder {
  return createLineDecoder(decodeLine);
}

function decodeLine(line: EncodedLine): DecodedLine {
  if (!line.isWhole) return decodePiece(line.octets);
  const length = lengthWithoutPadding(line.octets);
  if (line.octets[length - 1] === EQUALS) {
    return { octets: decodeHexEscapes(line.octets.subarray(0, length - 1), '='), heldOctets: 0 };
  }
  const content = decodeHexEscapes(line.octets.subarray(0, length), '=');
  const octets = new Uint8Array(content.length + line.lineEnd.length);
  octets.set(content);
  octets.set(line.lineEnd, content.length);
  return { octets, heldOctets: 0 };
}

function decodePiece(octets: Uint8Array): DecodedLine {
  const lastEquals = octets.lastIndexOf(EQUALS);
  const afterEquals = octets.length - lastEquals;
  const heldOctets = lastEquals !== -1 && afterEquals < ESCAPE_OCTETS ? afterEquals : 0;
  return { octets: decodeHexEscapes(octets.subarray(0, octets.length - heldOctets), '='), heldOctets };
}

/** White space at the end of a line was added on the way and is no content (RFC 2045 §6.7, rule 3). */
function lengthWithoutPadding(octets: Uint8Array): number {
  let length = octets.length;
  while (length > 0 && (octets[length - 1] === SPACE || octets[length - 1] === TAB)) length--;
  return length;
}
