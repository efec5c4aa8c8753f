/** Undoes content transfer encodings (RFC 2045 §6). */
import { createBase64Decoder } from './base64-decoder.ts';
import type { OctetDecoder } from './octet-decoder.ts';
import { createQuotedPrintableDecoder } from './quoted-printable-decoder.ts';
import { createUuencodeDecoder } from './uuencode-decoder.ts';

/** The encodings that change octets. All others are the identity, unknown ones included. */
const DECODERS = new Map<string, () => OctetDecoder>([
  ['base64', createBase64Decoder],
  ['quoted-printable', createQuotedPrintableDecoder],
  ['x-uuencode', createUuencodeDecoder],
  ['x-uue', createUuencodeDecoder],
  ['uuencode', createUuencodeDecoder],
]);

/** No name of an encoding is longer. */
const MAX_NAME_CHARACTERS = 40;
const ENCODING_NAME = /[a-z0-9-]+/;

/** The decoded octets; the same array when there is nothing to decode. Tolerates broken and cut input. */
export function decodeTransferEncoding(octets: Uint8Array, encoding: string): Uint8Array {
  const decoder = createTransferDecoder(encoding);
  return decoder === undefined ? octets : Buffer.concat([decoder.write(octets), decoder.end()]);
}

/** True for the encodings that change octets. */
export function isTransferEncoded(encoding: string): boolean {
  return DECODERS.has(encodingName(encoding));
}

/** Decodes piece by piece, with the same result as `decodeTransferEncoding`; undefined where there is nothing to decode. */
export function createTransferDecoder(encoding: string): OctetDecoder | undefined {
  return DECODERS.get(encodingName(encoding))?.();
}

function encodingName(encoding: string): string {
  return ENCODING_NAME.exec(encoding.slice(0, MAX_NAME_CHARACTERS).toLowerCase())?.[0] ?? '';
}
