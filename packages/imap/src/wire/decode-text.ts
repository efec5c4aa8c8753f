/** Octets that a server sent where the grammar wants text. */
import { isUtf8 } from 'node:buffer';

const WINDOWS_1252 = new TextDecoder('windows-1252');

/** The octets as UTF-8 where they are UTF-8, else as windows-1252, in which every octet is a character. */
export function decodeText(octets: Uint8Array): string {
  return isUtf8(octets)
    ? Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString()
    : WINDOWS_1252.decode(octets);
}
