import { isAscii } from 'node:buffer';
import { TextDecoder } from 'node:util';

// biome-ignore lint/suspicious/noControlCharactersInRegex: ESC begins each sequence of ISO-2022-JP
const IDLE_ESCAPE = /\u001b[($].(?=\u001b)/g;

const ESC = 0x1b;
/** JIS X 0208 of both years, JIS X 0212, half-width katakana, JIS X 0201. */
const BEGINNINGS = ['\u001b$@', '\u001b$B', '\u001b$(D', '\u001b(I', '\u001b(J'];
const decoder = new TextDecoder('iso-2022-jp');

/** True for seven-bit octets with an escape sequence. */
export function isIso2022Jp(octets: Uint8Array): boolean {
  if (!octets.includes(ESC) || !isAscii(octets)) return false;
  const buffer = Buffer.from(octets.buffer, octets.byteOffset, octets.length);
  return BEGINNINGS.some((beginning) => buffer.includes(beginning, 0, 'latin1'));
}

/** Decodes ISO-2022-JP (RFC 1468). */
export function decodeIso2022Jp(octets: Uint8Array): string {
  return decoder.decode(withoutIdleEscapes(octets));
}

/** As in joined encoded words: the decoder makes a U+FFFD of each. */
function withoutIdleEscapes(octets: Uint8Array): Uint8Array {
  const text = Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString('latin1');
  return Buffer.from(text.replace(IDLE_ESCAPE, ''), 'latin1');
}
