/** Decodes octets of a named charset (RFC 2978 names, and the labels that mail really has). */
import { TextDecoder } from 'node:util';
import iconv from 'iconv-lite';
import { findCharset } from './charset-names.ts';
import { decodeIso2022Jp } from './iso-2022-jp.ts';
import { toEightBit } from './shifted-charsets.ts';
import { decodeUnlabelled } from './unlabelled-text.ts';
import { decodeWindows1252 } from './windows-1252.ts';

const REPLACEMENT = '\uFFFD';
const VALID_NON_ASCII = /[\u0080-\uFFFC\uFFFE\uFFFF]/;
const utf8 = new TextDecoder('utf-8');
/** Decoders keep no state between whole texts, and creating one costs more than decoding a header field. */
const decoders = new Map<string, TextDecoder>();

/**
 * The text without its byte order mark. Octets that are not valid become U+FFFD; a character cut at the
 * end is dropped. Unpaired surrogates do not occur. Control characters stay.
 *
 * - ISO-8859-1 is read as windows-1252, which is what senders mean by it.
 * - No charset, an unknown one or US-ASCII: ISO-2022-JP when its escape sequences are there, UTF-8 when valid, else windows-1252.
 * - A UTF-8 byte order mark outweighs the charset.
 */
export function decodeCharset(octets: Uint8Array, charset: string | undefined): string {
  return withoutCutCharacter(decode(octets, charset)).toWellFormed();
}

function decode(octets: Uint8Array, label: string | undefined): string {
  if (startsWith(octets, [0xef, 0xbb, 0xbf])) return utf8.decode(octets);
  const charset = findCharset(label ?? '');
  switch (charset.kind) {
    case 'unknown':
      return decodeWithoutCharset(octets);
    case 'utf-8':
      return decodeClaimedUtf8(octets);
    case 'multi-octet':
      return textDecoder(charset.name).decode(octets);
    case 'iso-2022-jp':
      return decodeIso2022Jp(octets);
    case 'shifted':
      return textDecoder(charset.name).decode(toEightBit(octets, charset.shift));
    case 'table':
      return iconv.decode(octets, charset.name);
  }
}

function decodeWithoutCharset(octets: Uint8Array): string {
  if (startsWith(octets, [0xff, 0xfe])) return textDecoder('utf-16le').decode(octets);
  if (startsWith(octets, [0xfe, 0xff])) return textDecoder('utf-16be').decode(octets);
  return decodeUnlabelled(octets);
}

/** Text that claims UTF-8 but has not one valid character outside ASCII was windows-1252. */
function decodeClaimedUtf8(octets: Uint8Array): string {
  const text = utf8.decode(octets);
  const isUtf8 = !text.includes(REPLACEMENT) || VALID_NON_ASCII.test(text);
  return isUtf8 ? text : decodeWindows1252(octets);
}

function textDecoder(name: string): TextDecoder {
  const known = decoders.get(name);
  if (known !== undefined) return known;
  const decoder = new TextDecoder(name);
  decoders.set(name, decoder);
  return decoder;
}

function withoutCutCharacter(text: string): string {
  return text.endsWith(REPLACEMENT) ? text.slice(0, -1) : text;
}

function startsWith(octets: Uint8Array, prefix: readonly number[]): boolean {
  return prefix.every((octet, index) => octets[index] === octet);
}
