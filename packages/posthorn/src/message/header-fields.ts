/** Reads the header block of a message or a part (RFC 5322 §2.2). */
import { decodeFieldValue } from './field-charset.ts';
import { endOfLine, isBlankLine } from './octet-lines.ts';

/** The fields of one header block. It holds on to the octets it was read from. */
export interface HeaderFields {
  /**
   * The unfolded value of the first field of that name in any case, undefined when there is none.
   * The first one wins in every use, so that no two views of a message name different senders.
   */
  first(name: string): string | undefined;
  /** The octets of that field, its name and folds included; 0 when there is none. */
  octetsOf(name: string): number;
}

/** How a header block is read. */
export interface HeaderReading {
  /** In lower case: only fields whose names begin with it are found. */
  readonly prefix?: string;
  /** That of the message, see `decodeFieldValue`. */
  readonly charset?: string | undefined;
}

/** Where the value of a field lies, folds included. */
interface ValueRange {
  readonly start: number;
  end: number;
}

const SPACE = 0x20;
const TAB = 0x09;
const COLON = 0x3a;
const DELETE = 0x7f;
/** The bit that capital letters lack; hyphens have it. */
const TO_LOWER_CASE = 0x20;
/** No field name is longer; it keeps garbage lines from becoming large map keys. */
const MAX_NAME_OCTETS = 200;
const FOLD = /\r?\n|\r/g;

/**
 * The fields of the block. Never throws: lines that are no fields
 * are skipped, line ends may be LF, and the input may end anywhere. Octets outside ASCII are read as
 * `decodeFieldValue` does.
 */
export function parseHeaderFields(
  octets: Uint8Array,
  { prefix = '', charset }: HeaderReading = {},
): HeaderFields {
  const ranges = findFirstFields(octets, Buffer.from(prefix));
  return {
    first(name) {
      const range = ranges.get(name.toLowerCase());
      if (range === undefined) return undefined;
      return decodeFieldValue(octets.subarray(range.start, range.end), charset).replace(FOLD, '').trim();
    },
    octetsOf(name) {
      const range = ranges.get(name.toLowerCase());
      return range === undefined ? 0 : name.length + 1 + range.end - range.start;
    },
  };
}

/** Where the colon of the field is that begins at `start`; undefined for a line that begins no field. */
export function findColon(octets: Uint8Array, start: number): number | undefined {
  const limit = start + MAX_NAME_OCTETS;
  let index = start;
  while (index <= limit && isNameOctet(octets[index])) index++;
  if (index === start) return undefined;
  while (index <= limit && isFolded(octets[index])) index++;
  return octets[index] === COLON ? index : undefined;
}

/** True for the first octet of a line that continues the field before it. */
export function isFolded(octet: number | undefined): boolean {
  return octet === SPACE || octet === TAB;
}

function findFirstFields(octets: Uint8Array, prefix: Uint8Array): ReadonlyMap<string, ValueRange> {
  const ranges = new Map<string, ValueRange>();
  let current: ValueRange | undefined;
  let start = 0;
  while (start < octets.length) {
    const next = endOfLine(octets, start);
    if (isBlankLine(octets, start)) break;
    if (isFolded(octets[start])) {
      if (current !== undefined) current.end = next;
    } else {
      current = hasPrefix(octets, start, prefix) ? addField(ranges, { octets, start, end: next }) : undefined;
    }
    start = next;
  }
  return ranges;
}

/** Without a string for each line: there may be millions. */
function hasPrefix(octets: Uint8Array, start: number, prefix: Uint8Array): boolean {
  return prefix.every((octet, index) => ((octets[start + index] ?? 0) | TO_LOWER_CASE) === octet);
}

interface Line {
  readonly octets: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** The range of the line's value, also when it is not the first of its name; undefined for a line without a name. */
function addField(ranges: Map<string, ValueRange>, { octets, start, end }: Line): ValueRange | undefined {
  const colon = findColon(octets, start);
  if (colon === undefined) return undefined;
  const name = Buffer.from(octets.subarray(start, colon)).toString('latin1').trimEnd().toLowerCase();
  const range: ValueRange = { start: colon + 1, end };
  if (!ranges.has(name)) ranges.set(name, range);
  return range;
}

function isNameOctet(octet = SPACE): boolean {
  return octet > SPACE && octet < DELETE && octet !== COLON;
}
