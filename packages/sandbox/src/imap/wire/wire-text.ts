/** RFC 3501 §4.3. */
import type { OctetText } from '../../octet-text.ts';

export type WirePiece = OctetText | Buffer;

/** Longer strings are literals: clients bound lines. */
const MAX_QUOTED_OCTETS = 1000;
const QUOTABLE = /^[\t\x20-\x7e]*$/;
const QUOTABLE_UTF8 = /^[\t\x20-\x7e\x80-\xff]*$/;
const ATOM = /^[!#$&'+,\-./0-9:;<=>?@A-Z[^_`a-z|}~]+$/;

/** Quoted if possible, else a literal. */
export function wireString(octets: OctetText): OctetText {
  if (octets.length <= MAX_QUOTED_OCTETS && QUOTABLE.test(octets)) {
    return `"${octets.replace(/["\\]/g, '\\$&')}"`;
  }
  return `{${octets.length}}\r\n${octets}`;
}

/** Quoted UTF-8 if possible. */
export function wireUtf8String(octets: OctetText): OctetText {
  if (octets.length <= MAX_QUOTED_OCTETS && QUOTABLE_UTF8.test(octets)) {
    return `"${octets.replace(/["\\]/g, '\\$&')}"`;
  }
  return `{${octets.length}}\r\n${octets}`;
}

/** NIL for undefined. */
export function wireNstring(octets: OctetText | undefined): OctetText {
  return octets === undefined ? 'NIL' : wireString(octets);
}

/** An atom if possible. */
export function wireAstring(octets: OctetText): OctetText {
  return ATOM.test(octets) && octets.toUpperCase() !== 'NIL' ? octets : wireString(octets);
}

/** A literal, with `~` for NUL (RFC 3516 §4.3). */
export function wireLiteral8(bytes: Buffer): readonly WirePiece[] {
  return bytes.includes(0) ? [`~{${bytes.length}}\r\n`, bytes] : wireLiteral(bytes);
}

/** A literal's announcement and octets. */
export function wireLiteral(bytes: Buffer): readonly WirePiece[] {
  return [`{${bytes.length}}\r\n`, bytes];
}
