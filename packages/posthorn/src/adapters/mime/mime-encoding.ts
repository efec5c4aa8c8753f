/** The only file here with nodemailer. Encoders take and return text: no document reaches files or URLs. */
import { buildHeaderValue, encodeWord, foldLines, quoteString } from 'nodemailer/lib/mime-funcs';
import { encode, wrap } from 'nodemailer/lib/qp';

/** RFC 5322 §2.1.1. */
const LINE_CHARACTERS = 76;
/** Longer words do not fold. */
const MAX_WORD_CHARACTERS = 60;
/** Under 76 characters with charset and delimiters (RFC 2047 §2). */
const ENCODED_WORD_CHARACTERS = 52;
/** Folded spaces could become a blank line. */
const PLAIN_TEXT = /^[!-~]+(?: [!-~]+)*$/;
const ATOMS = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+(?: [A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+)*$/;
const LETTERS = /[A-Za-z]/g;
const BASE64_LINE = /.{76}(?=.)/g;

/** Unstructured text (RFC 5322 §3.2.5, RFC 2047). */
export function encodeText(text: string): string {
  return text === '' || isPlain(text) ? text : encodeWords(text);
}

/** A display name (RFC 5322 §3.2.5). */
export function encodePhrase(text: string): string {
  if (!isPlain(text)) return encodeWords(text);
  return ATOMS.test(text) ? text : quoteString(text);
}

/** Extended and continued if needed (RFC 2231). */
export function encodeParameters(value: string, parameters: Readonly<Record<string, string>>): string {
  return buildHeaderValue({ value, params: { ...parameters } });
}

/** Folds at 76 characters if possible; ends in CRLF. */
export function foldField(name: string, value: string): string {
  return `${foldLines(`${name}: ${value}`, LINE_CHARACTERS)}\r\n`;
}

/** The text must have CRLF (RFC 2045 §6.7). */
export function encodeQuotedPrintable(octets: Buffer): string {
  return wrap(encode(octets), LINE_CHARACTERS);
}

/** Lines of 76 characters (RFC 2045 §6.8). */
export function encodeBase64(octets: Buffer): string {
  return octets.toString('base64').replace(BASE64_LINE, '$&\r\n');
}

function isPlain(text: string): boolean {
  if (!PLAIN_TEXT.test(text) || text.includes('=?')) return false;
  return text.split(' ').every((word) => word.length <= MAX_WORD_CHARACTERS);
}

function encodeWords(text: string): string {
  const letters = text.match(LETTERS)?.length ?? 0;
  return encodeWord(text, letters > text.length / 2 ? 'Q' : 'B', ENCODED_WORD_CHARACTERS);
}
