/** Modified UTF-7 (RFC 3501 §5.1.3). */

const PLAIN = /^[\x20-\x25\x27-\x7e]*$/;
const PLAIN_RUN = /[\x20-\x25\x27-\x7e]+|&|[^\x20-\x7e]+/g;
const SHIFTED = /&([A-Za-z0-9+,]*)-/g;

/** The name in modified UTF-7. */
export function encodeMailboxName(name: string): string {
  if (PLAIN.test(name)) return name;
  return name.replace(PLAIN_RUN, (run) => {
    if (run === '&') return '&-';
    return PLAIN.test(run) ? run : `&${toModifiedBase64(run)}-`;
  });
}

/** Malformed sequences stay. */
export function decodeMailboxName(encoded: string): string {
  return encoded.replace(SHIFTED, (_whole, base64: string) =>
    base64 === '' ? '&' : fromModifiedBase64(base64),
  );
}

function toModifiedBase64(text: string): string {
  const base64 = Buffer.from(text, 'utf16le').swap16().toString('base64');
  return base64.replace(/=+$/, '').replaceAll('/', ',');
}

function fromModifiedBase64(base64: string): string {
  const bytes = Buffer.from(base64.replaceAll(',', '/'), 'base64');
  // Half a UTF-16 unit would make swap16 throw.
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2));
  return Buffer.from(whole).swap16().toString('utf16le');
}
