import { isUtf8 } from 'node:buffer';

/** 80 to 9F: some versions of Node decode windows-1252 as ISO-8859-1. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const FIRST = 0x80;
const OTHER_CHARACTERS = /[\x80-\x9f]/g;

/** UTF-8 if valid, else windows-1252, which has every octet. */
export function decodeText(octets: Uint8Array): string {
  const buffer = Buffer.from(octets.buffer, octets.byteOffset, octets.length);
  if (isUtf8(buffer)) return buffer.toString();
  return buffer
    .toString('latin1')
    .replace(OTHER_CHARACTERS, (octet) => WINDOWS_1252.charAt(octet.charCodeAt(0) - FIRST));
}
