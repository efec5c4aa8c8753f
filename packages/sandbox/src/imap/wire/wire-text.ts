/** Strings on the wire: the quoted, literal and atom forms of octets (RFC 3501 §4.3). */
import type { OctetText } from '../../octet-text.ts';

/** A piece of an answer: octet text, or the bytes of a message as they are. */
export type WirePiece = OctetText | Buffer;

/** Longer strings travel as literals; clients bound the length of a line, not of a literal. */
const MAX_QUOTED_OCTETS = 1000;
const QUOTABLE = /^[\t\x20-\x7e]*$/;
const QUOTABLE_UTF8 = /^[\t\x20-\x7e\x80-\xff]*$/;
const ATOM = /^[!#$&'+,\-./0-9:;<=>?@A-Z[^_`a-z|}~]+$/;

/** `string` of the grammar: quoted where the octets allow it, else a literal. */
export function wireString(octets: OctetText): OctetText {
  if (octets.length <= MAX_QUOTED_OCTETS && QUOTABLE.test(octets)) {
    return `"${octets.replace(/["\\]/g, '\\$&')}"`;
  }
  return `{${octets.length}}\r\n${octets}`;
}

/** UTF-8 octets as a quoted string where that is possible, for clients that have enabled it (RFC 6855 §3). */
export function wireUtf8String(octets: OctetText): OctetText {
  if (octets.length <= MAX_QUOTED_OCTETS && QUOTABLE_UTF8.test(octets)) {
    return `"${octets.replace(/["\\]/g, '\\$&')}"`;
  }
  return `{${octets.length}}\r\n${octets}`;
}

/** `nstring` of the grammar: NIL for undefined. */
export function wireNstring(octets: OctetText | undefined): OctetText {
  return octets === undefined ? 'NIL' : wireString(octets);
}

/** `astring` of the grammar: an atom where the octets allow it. */
export function wireAstring(octets: OctetText): OctetText {
  return ATOM.test(octets) && octets.toUpperCase() !== 'NIL' ? octets : wireString(octets);
}

/** The pieces of a literal8, or of a literal when the bytes are without NUL (RFC 3516 §4.3). */
export function wireLiteral8(bytes: Buffer): readonly WirePiece[] {
  return bytes.includes(0) ? [`~{${bytes.length}}\r\n`, bytes] : wireLiteral(bytes);
}

/** The pieces of a literal: its announcement and its bytes. */
export function wireLiteral(bytes: Buffer): readonly WirePiece[] {
  return [`{${bytes.length}}\r\n`, bytes];
}
