/** How text and octets are written in a message: transfer encodings, encoded words, parameters. */

/** Content-Transfer-Encoding (RFC 2045 §6). */
export type TransferEncoding = '7bit' | '8bit' | 'quoted-printable' | 'base64';

/**
 * How a parameter value outside ASCII is written: by the book (RFC 2231), in numbered pieces
 * (RFC 2231 §3), as an encoded word in quotes (wrong but common), or as plain 8-bit text.
 */
export type ParameterStyle = 'rfc2231' | 'rfc2231-continued' | 'encoded-word' | 'raw';

const BASE64_LINE = 76;
/** Leaves room for `=` at the end of a line of 76 (RFC 2045 §6.7). */
const QUOTED_PRINTABLE_LINE = 73;
/** An encoded word has at most 75 characters (RFC 2047 §2); eleven times four octets of UTF-8 fit. */
const ENCODED_WORD_CHARACTERS = 11;
const CONTINUATION_CHARACTERS = 20;

/** The octets in that encoding, lines ending in CRLF where the encoding makes lines. */
export function encodeTransfer(content: Buffer, encoding: TransferEncoding): Buffer {
  if (encoding === 'base64') return Buffer.from(cut(content.toString('base64'), BASE64_LINE).join('\r\n'));
  if (encoding === 'quoted-printable') return Buffer.from(toQuotedPrintable(content));
  return content;
}

function toQuotedPrintable(content: Buffer): string {
  const lines = content.toString('latin1').split('\r\n');
  return lines.map((line) => cutTokens(line.replace(/[^ -<>-~]| $/g, toHexOctet)).join('=\r\n')).join('\r\n');
}

function toHexOctet(character: string): string {
  return `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Lines of whole tokens: a cut inside `=C3` would change the content. */
function cutTokens(text: string): readonly string[] {
  const lines = [''];
  for (const [token] of text.matchAll(/=..|./g)) {
    const line = lines.at(-1) ?? '';
    if (line.length + token.length > QUOTED_PRINTABLE_LINE) lines.push(token);
    else lines[lines.length - 1] = line + token;
  }
  return lines;
}

/** The text as it is when ASCII, else as folded encoded words in UTF-8 and base64 (RFC 2047). */
export function encodeUnstructured(text: string): string {
  if (/^[\u0020-\u007e]*$/.test(text)) return text;
  return cut(text, ENCODED_WORD_CHARACTERS).map(toEncodedWord).join('\r\n ');
}

function toEncodedWord(text: string): string {
  return `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
}

/** `; name=value` for the end of a structured header field. */
export function encodeParameter(name: string, value: string, style: ParameterStyle): string {
  const isAscii = /^[\u0020-\u007e]*$/.test(value);
  if (style === 'raw' || (isAscii && style !== 'rfc2231-continued')) return `; ${name}="${value}"`;
  if (style === 'encoded-word') return `; ${name}="${encodeUnstructured(value)}"`;
  if (style === 'rfc2231') return `; ${name}*=utf-8''${toPercentOctets(value)}`;
  const pieces = cut(value, CONTINUATION_CHARACTERS).map(toPercentOctets);
  return pieces
    .map((piece, index) => `;\r\n ${name}*${index}*=${index === 0 ? "utf-8''" : ''}${piece}`)
    .join('');
}

/** RFC 2231 §7 reserves four characters that a URL may hold. */
function toPercentOctets(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Pieces of at most `length` characters, none of them half a surrogate pair. */
function cut(text: string, length: number): readonly string[] {
  const characters = Array.from(text);
  const count = Math.ceil(characters.length / length);
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * length, (index + 1) * length).join(''),
  );
}
