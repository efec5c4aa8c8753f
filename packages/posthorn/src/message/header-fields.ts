/** Reads the header block of a message or a part (RFC 5322 §2.2). */
import { endOfLine, isBlankLine } from './octet-lines.ts';
import { decodeUnlabelled } from './unlabelled-text.ts';

/** The fields of one header block. It holds on to the octets it was read from. */
export interface HeaderFields {
  /**
   * The unfolded value of the first field of that name in any case, undefined when there is none.
   * The first one wins in every use, so that no two views of a message name different senders.
   */
  first(name: string): string | undefined;
}

/** Where the value of a field lies, folds included. */
interface ValueRange {
  readonly start: number;
  end: number;
}

const SPACE = 0x20;
const TAB = 0x09;
const COLON = 0x3a;
/** No field name is longer; it keeps garbage lines from becoming large map keys. */
const MAX_NAME_OCTETS = 200;
const FIELD_NAME = /^[!-9;-~]+$/;
const FOLD = /\r?\n|\r/g;

/**
 * Never throws: lines that are no fields are skipped, line ends may be LF, and the input may end
 * anywhere. Octets outside ASCII are UTF-8 when the whole value is, else windows-1252.
 */
export function parseHeaderFields(octets: Uint8Array): HeaderFields {
  const ranges = findFirstFields(octets);
  return {
    first(name) {
      const range = ranges.get(name.toLowerCase());
      if (range === undefined) return undefined;
      return decodeUnlabelled(octets.subarray(range.start, range.end)).replace(FOLD, '').trim();
    },
  };
}

function findFirstFields(octets: Uint8Array): ReadonlyMap<string, ValueRange> {
  const ranges = new Map<string, ValueRange>();
  let current: ValueRange | undefined;
  let start = 0;
  while (start < octets.length) {
    const next = endOfLine(octets, start);
    if (isBlankLine(octets, start)) break;
    if (isFolded(octets[start])) {
      if (current !== undefined) current.end = next;
    } else {
      current = addField(ranges, { octets, start, end: next });
    }
    start = next;
  }
  return ranges;
}

interface Line {
  readonly octets: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** The range of the line's value, also when it is not the first of its name; undefined for a line without a name. */
function addField(ranges: Map<string, ValueRange>, line: Line): ValueRange | undefined {
  const colon = line.octets.subarray(line.start, line.end).indexOf(COLON);
  if (colon < 1 || colon > MAX_NAME_OCTETS) return undefined;
  const name = Buffer.from(line.octets.subarray(line.start, line.start + colon))
    .toString('latin1')
    .trimEnd();
  if (!FIELD_NAME.test(name)) return undefined;
  const range: ValueRange = { start: line.start + colon + 1, end: line.end };
  const key = name.toLowerCase();
  if (!ranges.has(key)) ranges.set(key, range);
  return range;
}

function isFolded(octet: number | undefined): boolean {
  return octet === SPACE || octet === TAB;
}
