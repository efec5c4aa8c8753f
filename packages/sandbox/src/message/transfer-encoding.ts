/** RFC 2045 §6. */
import type { OctetText } from '../octet-text.ts';

const KNOWN_ENCODINGS: ReadonlySet<string> = new Set([
  '7bit',
  '8bit',
  'binary',
  'base64',
  'quoted-printable',
]);

/** True if `decodeTransferEncoding` knows it. */
export function isKnownTransferEncoding(encoding: OctetText): boolean {
  return KNOWN_ENCODINGS.has(encoding.trim().toLowerCase());
}

/** Unknown encodings change nothing. */
export function decodeTransferEncoding(bytes: Buffer, encoding: OctetText): Buffer {
  switch (encoding.trim().toLowerCase()) {
    case 'base64':
      return Buffer.from(bytes.toString('latin1'), 'base64');
    case 'quoted-printable':
      return decodeQuotedPrintable(bytes.toString('latin1'));
    default:
      return bytes;
  }
}

/** Drops soft line breaks and space before line breaks. */
function decodeQuotedPrintable(text: OctetText): Buffer {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const joined = lines.map((line) => (line.endsWith('=') ? line.slice(0, -1) : `${line}\r\n`)).join('');
  // The split adds one line break.
  const exact = joined.endsWith('\r\n') ? joined.slice(0, -2) : joined;
  const octets = exact.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(octets, 'latin1');
}
