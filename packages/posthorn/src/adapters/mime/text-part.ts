import type { Entity } from './entity.ts';
import { encodeBase64, encodeQuotedPrintable, foldField } from './mime-encoding.ts';

interface EncodedText {
  readonly encoding: '7bit' | 'quoted-printable' | 'base64';
  readonly content: string;
}

const LINE_END = /\r\n?|\n/g;
const BEYOND_SEVEN_BIT = /[^\t\r\n -~]/;
/** Some programs break them (RFC 5322 §2.1.1). */
const LONG_LINE = /[^\n]{78}/;
/** Above it base64 is shorter. */
const MAX_ESCAPED_SHARE = 1 / 3;

/** UTF-8 with CRLF (RFC 2045 §6, RFC 2046 §4.1). Unpaired surrogates become U+FFFD. */
export function writeTextPart(mediaType: 'text/plain' | 'text/html', text: string): Entity {
  const { encoding, content } = encode(text.replace(LINE_END, '\r\n'));
  const header =
    foldField('Content-Type', `${mediaType}; charset=utf-8`) +
    foldField('Content-Transfer-Encoding', encoding);
  return { header: Buffer.from(`${header}\r\n`), content: [Buffer.from(content)] };
}

function encode(text: string): EncodedText {
  if (!BEYOND_SEVEN_BIT.test(text) && !LONG_LINE.test(text)) return { encoding: '7bit', content: text };
  const octets = Buffer.from(text);
  return isMostlyAscii(octets)
    ? { encoding: 'quoted-printable', content: encodeQuotedPrintable(octets) }
    : { encoding: 'base64', content: encodeBase64(octets) };
}

function isMostlyAscii(octets: Buffer): boolean {
  let escapes = 0;
  for (const octet of octets) if (octet >= 0x7f || octet === 0x3d) escapes++;
  return escapes <= octets.length * MAX_ESCAPED_SHARE;
}
