import { endOfLine, isBlankLine } from '../octets/octet-lines.ts';
import { decodeFieldValue } from './field-charset.ts';

/** RFC 5322 §2.2. Retains the octets. */
export interface HeaderFields {
  /** Unfolded value of the first field, in any case. All views of a message must show one sender. */
  first(name: string): string | undefined;
  /** Of that field, or 0. */
  octetsOf(name: string): number;
}

/** Reading options. */
export interface HeaderReading {
  readonly prefix?: string;
  readonly charset?: string | undefined;
}

interface ValueRange {
  readonly start: number;
  end: number;
}

const SPACE = 0x20;
const TAB = 0x09;
const COLON = 0x3a;
const DELETE = 0x7f;
const TO_LOWER_CASE = 0x20;
const MAX_NAME_OCTETS = 200;
const FOLD = /\r?\n|\r/g;

/** Skips malformed lines, accepts LF and cut input; never throws. `decodeFieldValue` reads non-ASCII. */
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

/** The colon of the field at `start`. */
export function findColon(octets: Uint8Array, start: number): number | undefined {
  const limit = start + MAX_NAME_OCTETS;
  let index = start;
  while (index <= limit && isNameOctet(octets[index])) index++;
  if (index === start) return undefined;
  while (index <= limit && isFolded(octets[index])) index++;
  return octets[index] === COLON ? index : undefined;
}

/** True at a continuation line's start. */
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

/** Millions of lines: allocates nothing. */
function hasPrefix(octets: Uint8Array, start: number, prefix: Uint8Array): boolean {
  return prefix.every((octet, index) => ((octets[start + index] ?? 0) | TO_LOWER_CASE) === octet);
}

interface Line {
  readonly octets: Uint8Array;
  readonly start: number;
  readonly end: number;
}

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
