/** Mailbox names as they travel: modified UTF-7 (RFC 3501 §5.1.3), or UTF-8 (RFC 6855 §3, RFC 9051 §5.1). */
import type { MailboxName } from '../responses/response.ts';

const AMPERSAND = '&';
const SHIFT_OUT = '-';
/** One sequence of shifted characters with what ends it. */
const SHIFTED = /&([A-Za-z0-9+,]*)-/g;
const OCTETS_PER_UNIT = 2;
/** No server has longer names, and decoding them would take a time that can be felt. */
const MAX_DECODED_CHARACTERS = 10_000;

/** The name as modified UTF-7, which is printable ASCII. */
export function encodeMailboxName(text: string): string {
  let encoded = '';
  let shifted = '';
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charAt(index);
    if (!isPrintableAscii(unit)) {
      shifted += unit;
      continue;
    }
    encoded += `${encodeShifted(shifted)}${unit === AMPERSAND ? '&-' : unit}`;
    shifted = '';
  }
  return encoded + encodeShifted(shifted);
}

/**
 * The text of an encoded name. A name that is no modified UTF-7, or not the only form of its text, or very long, is shown as it came:
 * two names of a server must never look like one, and some servers send UTF-8 without having been asked.
 */
export function decodeMailboxName(raw: string): string {
  if (raw.length > MAX_DECODED_CHARACTERS || !raw.includes(AMPERSAND)) return raw;
  const text = raw.replace(SHIFTED, (_whole, base64: string) => decodeShifted(base64));
  // Half of a surrogate pair is no character, and would look like any other half.
  return text.isWellFormed() && encodeMailboxName(text) === raw ? text : raw;
}

/** The name as text and as it came. `isUtf8` is true after UTF8=ACCEPT or IMAP4rev2 was enabled. */
export function toMailboxName(raw: string, isUtf8: boolean): MailboxName {
  return { text: isUtf8 ? raw : decodeMailboxName(raw), raw };
}

function isPrintableAscii(unit: string): boolean {
  return unit >= ' ' && unit <= '~';
}

function encodeShifted(units: string): string {
  if (units === '') return '';
  const octets = Buffer.from(units, 'utf16le').swap16();
  const base64 = octets.toString('base64').replaceAll('/', ',').replaceAll('=', '');
  return `${AMPERSAND}${base64}${SHIFT_OUT}`;
}

function decodeShifted(base64: string): string {
  if (base64 === '') return AMPERSAND;
  const octets = Buffer.from(base64.replaceAll(',', '/'), 'base64');
  const whole = octets.subarray(0, octets.length - (octets.length % OCTETS_PER_UNIT));
  return Buffer.from(whole).swap16().toString('utf16le');
}
