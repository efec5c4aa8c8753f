import { TextDecoder } from 'node:util';

/** Node 20 decodes these as ISO-8859-1 controls. */
const WINDOWS_1252_C1 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';
const C1_START = 0x80;

/** Unknown charsets are read as ISO-8859-1. */
export function decodeCharset(bytes: Buffer, charset: string): string {
  const decoder = findDecoder(charset);
  if (decoder === undefined) return bytes.toString('latin1');
  return decoder.encoding === 'windows-1252' ? decodeWindows1252(bytes) : decoder.decode(bytes);
}

function findDecoder(charset: string): TextDecoder | undefined {
  try {
    // Declared us-ascii is often UTF-8.
    return new TextDecoder(charset.toLowerCase() === 'us-ascii' ? 'utf-8' : charset);
  } catch {
    return undefined;
  }
}

function decodeWindows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252_C1.charAt(control.charCodeAt(0) - C1_START));
}
