/** Mailbox names as they travel: modified UTF-7 (RFC 3501 §5.1.3), or UTF-8 (RFC 6855 §3, RFC 9051 §5.1). */

const AMPERSAND = '&';
const SHIFT_OUT = '-';
/** One sequence of shifted characters with its end, from the position of the expression. */
const SHIFTED = /&([A-Za-z0-9+,]*)-/y;
/** An ampersand that does not belong into modified UTF-7. */
const MARKED = '\uFFFD&';
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters of ASCII belong to it
const NOT_ASCII = /[^\u0000-\u007f]/;
/** What is not shown as a character of a name: control characters would hide it, and U+FFFD has its own meaning. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNSHOWN = /[\u0000-\u001f\u007f-\u009f\uFFFD]/;
const OCTETS_PER_UNIT = 2;
/** No server has longer names, and decoding them would take a time that can be felt. */
const MAX_DECODED_CHARACTERS = 10_000;

/** A mailbox name as text and as it came; a command sends `raw` back unchanged. */
export interface MailboxName {
  readonly text: string;
  /** The encoded name: modified UTF-7 (RFC 3501 §5.1.3), or UTF-8 after UTF8=ACCEPT or IMAP4rev2. */
  readonly raw: string;
}

/** The name as modified UTF-7, which is printable ASCII; an ampersand that `decodeMailboxName` marked goes back as it came. */
export function encodeMailboxName(text: string): string {
  let encoded = '';
  let shifted = '';
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charAt(index);
    if (text.startsWith(MARKED, index)) {
      encoded += encodeShifted(shifted) + AMPERSAND;
      shifted = '';
      index += 1;
    } else if (isPrintableAscii(unit)) {
      encoded += `${encodeShifted(shifted)}${unit === AMPERSAND ? '&-' : unit}`;
      shifted = '';
    } else shifted += unit;
  }
  return encoded + encodeShifted(shifted);
}

/**
 * The text of an encoded name. An ampersand that begins no modified UTF-7, or not the only form of its text, or a control character,
 * is shown as it came, after U+FFFD: no two names of a server look like one, and `encodeMailboxName` gives each back.
 * A name that is not ASCII is UTF-8, which some servers send without having been asked. Names of over 10,000 characters stay as they are.
 */
export function decodeMailboxName(raw: string): string {
  if (raw.length > MAX_DECODED_CHARACTERS || !raw.includes(AMPERSAND) || NOT_ASCII.test(raw)) return raw;
  let text = '';
  let isAfterShifted = false;
  for (let index = 0; index < raw.length; ) {
    const sequence = readSequence(raw, index, isAfterShifted);
    text += sequence.text;
    index = sequence.end;
    isAfterShifted = sequence.isShifted;
  }
  return text;
}

/** The name as text and as it came. `isUtf8` is true after UTF8=ACCEPT or IMAP4rev2 was enabled. */
export function toMailboxName(raw: string, isUtf8: boolean): MailboxName {
  return { text: isUtf8 ? raw : decodeMailboxName(raw), raw };
}

interface Sequence {
  readonly text: string;
  /** The index of the character after it. */
  readonly end: number;
  readonly isShifted: boolean;
}

/** One character of the encoded name, or one sequence of shifted ones. */
function readSequence(raw: string, index: number, isAfterShifted: boolean): Sequence {
  const unit = raw.charAt(index);
  if (unit !== AMPERSAND) return { text: unit, end: index + 1, isShifted: false };
  SHIFTED.lastIndex = index;
  const [whole, base64] = SHIFTED.exec(raw) ?? [];
  if (base64 === '') return { text: AMPERSAND, end: index + 2, isShifted: false };
  const text = base64 === undefined || isAfterShifted ? '' : decodeShifted(base64);
  if (whole !== undefined && isOnlyForm(text, whole)) {
    return { text, end: index + whole.length, isShifted: true };
  }
  return { text: MARKED, end: index + 1, isShifted: false };
}

/** Whether the shifted sequence is the one way to write the text, and the text can be shown. */
function isOnlyForm(text: string, sequence: string): boolean {
  // Half of a surrogate pair is no character, and would look like any other half.
  return text !== '' && text.isWellFormed() && !UNSHOWN.test(text) && encodeMailboxName(text) === sequence;
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
  const octets = Buffer.from(base64.replaceAll(',', '/'), 'base64');
  const whole = octets.subarray(0, octets.length - (octets.length % OCTETS_PER_UNIT));
  return Buffer.from(whole).swap16().toString('utf16le');
}
