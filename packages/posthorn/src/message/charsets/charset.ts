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
/** Creating one costs more than decoding a field; whole texts leave no state. */
const decoders = new Map<string, TextDecoder>();

/**
 * Removes a byte order mark. Invalid octets become U+FFFD, a cut last character is dropped, no surrogate is
 * unpaired. Control characters stay.
 *
 * - ISO-8859-1 means windows-1252.
 * - US-ASCII, or no known charset: ISO-2022-JP by its escape sequences, valid UTF-8, else windows-1252.
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

/** Without a valid non-ASCII character it was windows-1252. */
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
