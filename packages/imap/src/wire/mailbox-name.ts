const AMPERSAND = '&';
const SHIFT_OUT = '-';
const SHIFTED = /&([A-Za-z0-9+,]*)-/y;
/** An ampersand outside modified UTF-7. */
const MARKED = '\uFFFD&';
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters of ASCII belong to it
const NOT_ASCII = /[^\u0000-\u007f]/;
/** Control characters would hide a name; U+FFFD has its own meaning. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNSHOWN = /[\u0000-\u001f\u007f-\u009f\uFFFD]/;
const OCTETS_PER_UNIT = 2;
/** Longer than any real name; decoding would block the event loop. */
const MAX_DECODED_CHARACTERS = 10_000;

/** As text and as sent; commands send `raw` back unchanged. */
export interface MailboxName {
  readonly text: string;
  /** Modified UTF-7 (RFC 3501 §5.1.3), or UTF-8 after UTF8=ACCEPT or IMAP4rev2. */
  readonly raw: string;
}

/** Encodes in modified UTF-7; restores ampersands that `decodeMailboxName` marked. */
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
 * Decodes modified UTF-7; keeps UTF-8, which some servers send unasked. U+FFFD marks malformed, ambiguous or
 * control sequences, restored by `encodeMailboxName`: no two names look alike.
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

/** Keeps UTF-8 names as they are. */
export function toMailboxName(raw: string, isUtf8: boolean): MailboxName {
  return { text: isUtf8 ? raw : decodeMailboxName(raw), raw };
}

interface Sequence {
  readonly text: string;
  readonly end: number;
  readonly isShifted: boolean;
}

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

/** The sole encoding of displayable text. */
function isOnlyForm(text: string, sequence: string): boolean {
  // Lone surrogates would look alike.
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
