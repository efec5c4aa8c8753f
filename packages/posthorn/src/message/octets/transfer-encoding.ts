import { createBase64Decoder } from './base64-decoder.ts';
import type { OctetDecoder } from './octet-decoder.ts';
import { createQuotedPrintableDecoder } from './quoted-printable-decoder.ts';
import { createUuencodeDecoder } from './uuencode-decoder.ts';

/** Others are the identity. */
const DECODERS = new Map<string, () => OctetDecoder>([
  ['base64', createBase64Decoder],
  ['quoted-printable', createQuotedPrintableDecoder],
  ['x-uuencode', createUuencodeDecoder],
  ['x-uue', createUuencodeDecoder],
  ['uuencode', createUuencodeDecoder],
]);

const MAX_NAME_CHARACTERS = 40;
const ENCODING_NAME = /[a-z0-9-]+/;

/** RFC 2045 §6, also broken and cut; the same array for the identity. */
export function decodeTransferEncoding(octets: Uint8Array, encoding: string): Uint8Array {
  const decoder = createTransferDecoder(encoding);
  return decoder === undefined ? octets : Buffer.concat([decoder.write(octets), decoder.end()]);
}

/** True if the encoding changes octets. */
export function isTransferEncoded(encoding: string): boolean {
  return DECODERS.has(encodingName(encoding));
}

/** A decoder in chunks; undefined for the identity. */
export function createTransferDecoder(encoding: string): OctetDecoder | undefined {
  return DECODERS.get(encodingName(encoding))?.();
}

function encodingName(encoding: string): string {
  return ENCODING_NAME.exec(encoding.slice(0, MAX_NAME_CHARACTERS).toLowerCase())?.[0] ?? '';
}
