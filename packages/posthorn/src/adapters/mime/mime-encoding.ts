/**
 * Encodes texts for header fields and bodies; the only file of this folder that knows nodemailer. Only its encoders are
 * used: they take text and give text, so there is no way from a document to a file or a URL.
 */
import { buildHeaderValue, encodeWord, foldLines, quoteString } from 'nodemailer/lib/mime-funcs';
import { encode, wrap } from 'nodemailer/lib/qp';

/** Lines of a message should not be longer (RFC 5322 §2.1.1). */
const LINE_CHARACTERS = 76;
/** Longer words cannot be folded, encoded words can. */
const MAX_WORD_CHARACTERS = 60;
/** With charset and delimiters an encoded word stays below 76 characters (RFC 2047 §2). */
const ENCODED_WORD_CHARACTERS = 52;
/** Single spaces between words: a longer run could become a line of white space when it is folded. */
const PLAIN_TEXT = /^[!-~]+(?: [!-~]+)*$/;
const ATOMS = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+(?: [A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+)*$/;
const LETTERS = /[A-Za-z]/g;
const BASE64_LINE = /.{76}(?=.)/g;

/** Text as an unstructured field has it: as it is, or as encoded words (RFC 5322 §3.2.5, RFC 2047). */
export function encodeText(text: string): string {
  return text === '' || isPlain(text) ? text : encodeWords(text);
}

/** Text as a display name: atoms, a quoted string or encoded words (RFC 5322 §3.2.5). */
export function encodePhrase(text: string): string {
  if (!isPlain(text)) return encodeWords(text);
  return ATOMS.test(text) ? text : quoteString(text);
}

/** A value with parameters, extended and continued where it takes that (RFC 2231). */
export function encodeParameters(value: string, parameters: Readonly<Record<string, string>>): string {
  return buildHeaderValue({ value, params: { ...parameters } });
}

/** The field on lines of 76 characters where it has spaces, with CRLF at its end. */
export function foldField(name: string, value: string): string {
  return `${foldLines(`${name}: ${value}`, LINE_CHARACTERS)}\r\n`;
}

/** Octets of text with CRLF line ends as quoted-printable (RFC 2045 §6.7). */
export function encodeQuotedPrintable(octets: Buffer): string {
  return wrap(encode(octets), LINE_CHARACTERS);
}

/** Octets as base64 on lines of 76 characters (RFC 2045 §6.8). */
export function encodeBase64(octets: Buffer): string {
  return octets.toString('base64').replace(BASE64_LINE, '$&\r\n');
}

/** Text like an encoded word, which the reader would decode. */
function isPlain(text: string): boolean {
  if (!PLAIN_TEXT.test(text) || text.includes('=?')) return false;
  return text.split(' ').every((word) => word.length <= MAX_WORD_CHARACTERS);
}

/** Q for text that stays legible, else B. */
function encodeWords(text: string): string {
  const letters = text.match(LETTERS)?.length ?? 0;
  return encodeWord(text, letters > text.length / 2 ? 'Q' : 'B', ENCODED_WORD_CHARACTERS);
}
