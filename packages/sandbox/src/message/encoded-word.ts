import { fromOctets, type OctetText } from '../octet-text.ts';
import { decodeCharset } from './charset.ts';

const ENCODED_WORD = /=\?([^?\s]{1,60})\?([BbQq])\?([^?\s]{0,1000})\?=/g;
const BETWEEN_WORDS = /(\?=)[ \t]+(?==\?)/g;

/** RFC 2047; other octets are UTF-8. */
export function decodeHeaderText(value: OctetText): string {
  if (!value.includes('=?')) return fromOctets(value);
  // RFC 2047 §6.2.
  const joined = fromOctets(value).replace(BETWEEN_WORDS, '$1');
  // biome-ignore lint/complexity/useMaxParams: the groups of the expression
  return joined.replace(ENCODED_WORD, (_, charset: string, encoding: string, text: string) =>
    decodeCharset(wordBytes(encoding, text), charset.replace(/\*.*$/, '')),
  );
}

function wordBytes(encoding: string, text: string): Buffer {
  if (encoding.toUpperCase() === 'B') return Buffer.from(text, 'base64');
  const octets = text
    .replaceAll('_', ' ')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(octets, 'latin1');
}
