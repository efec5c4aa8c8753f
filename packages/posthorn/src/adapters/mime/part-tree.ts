/** Finds the parts of a message in its octets (RFC 2046 §5.1). */
import type { BodyPart } from '../../domain/body-structure.ts';
import { beforeLineEnd, endOfLine, isBlankLine } from '../../message/octet-lines.ts';
import { type PartHeader, readPartHeader } from '../../message/part-header.ts';

/** The body of a message as it lies in memory. */
export interface RawBody {
  /** The header fields that describe it, with the empty line behind them. */
  readonly header: Uint8Array;
  /** What follows the empty line. */
  readonly content: Uint8Array;
}

/** A part and its octets, which are views. Its path is the one that BODYSTRUCTURE gives it. */
export interface RawPart extends BodyPart, RawBody {
  readonly children: readonly RawPart[];
}

/** Dovecot goes no deeper; deeper multiparts stay closed. */
const MAX_DEPTH = 100;
/** Real mail has dozens of parts. */
const MAX_PARTS = 1_000;
/** Real mail has some thousands of lines that begin like a delimiter; each is compared with up to a hundred of them. */
const MAX_CANDIDATES = 500_000;
/** A boundary has at most 70 characters (RFC 2046 §5.1.1); some programs write more. */
const MAX_BOUNDARY_OCTETS = 200;
/** Hyphens before and behind a boundary, and a line end. */
const MAX_DELIMITER_OCTETS = MAX_BOUNDARY_OCTETS + 6;
const HYPHEN = 0x2d;

/** A part that is being read. */
interface OpenPart {
  /** Where its header block begins; the root's lies elsewhere. */
  readonly start: number;
  readonly parent: OpenPart | undefined;
  readonly depth: number;
  readonly children: OpenPart[];
  /** Undefined within the header block. */
  header: PartHeader | undefined;
  /** Behind the empty line. */
  contentStart: number;
  /** Behind its last octet; the line end before a delimiter belongs to the delimiter. */
  end: number;
  /** The delimiters within it begin so; undefined for a leaf, and behind the closing delimiter. */
  delimiter: string | undefined;
}

/** How far the reading has come. */
interface Scan {
  readonly octets: Uint8Array;
  current: OpenPart;
  partsLeft: number;
  candidatesLeft: number;
}

interface Delimiter {
  readonly part: OpenPart;
  readonly isClosing: boolean;
}

/**
 * The part tree. Delimiters are found as RFC 2046 and Dovecot find them: a line that begins with one is one, the longest
 * wins, and the delimiter of an outer multipart ends all inner parts. A message beyond the bounds stays closed: a root
 * without children. Reads each line once.
 */
export function findParts({ header, content: octets }: RawBody): RawPart {
  const root = openPart(0, undefined);
  setHeader(root, readPartHeader(header, undefined));
  const scan: Scan = { octets, current: root, partsLeft: MAX_PARTS, candidatesLeft: MAX_CANDIDATES };
  for (let start = 0; start < octets.length; start = endOfLine(octets, start)) {
    readLine(scan, start);
    if (scan.partsLeft > 0 && scan.candidatesLeft > 0) continue;
    root.children.length = 0;
    break;
  }
  closeParts(scan, undefined, octets.length);
  return { ...toRawPart(octets, root, ''), header };
}

/** True when one of the wanted parts is the part or lies in it. Recursion ends at the bound of depth. */
export function containsAny(part: RawPart, wanted: ReadonlySet<BodyPart>): boolean {
  return wanted.has(part) || part.children.some((child) => containsAny(child, wanted));
}

/** The multipart around the part; undefined for the root. Recursion ends at the bound of depth. */
export function parentOf(root: RawPart, part: BodyPart): RawPart | undefined {
  for (const child of root.children) {
    const parent = child === part ? root : parentOf(child, part);
    if (parent !== undefined) return parent;
  }
  return undefined;
}

function openPart(start: number, parent: OpenPart | undefined): OpenPart {
  return {
    start,
    parent,
    depth: parent === undefined ? 0 : parent.depth + 1,
    children: [],
    header: undefined,
    contentStart: start,
    end: start,
    delimiter: undefined,
  };
}

function readLine(scan: Scan, start: number): void {
  const { octets, current } = scan;
  if (octets[start] === HYPHEN && octets[start + 1] === HYPHEN) {
    const delimiter = findDelimiter(lineText(octets, start), current);
    scan.candidatesLeft -= 1;
    if (delimiter !== undefined) passDelimiter(scan, delimiter, start);
  } else if (current.header === undefined && isBlankLine(octets, start)) {
    readHeader(octets, current, endOfLine(octets, start));
  }
}

/** The line without white space at its end, and without what is longer than any delimiter. */
function lineText(octets: Uint8Array, start: number): string {
  const end = Math.min(endOfLine(octets, start), start + MAX_DELIMITER_OCTETS);
  return Buffer.from(octets.subarray(start, end)).toString('latin1').trimEnd();
}

/** The innermost of the multiparts around the line that have the longest delimiter at its beginning. */
function findDelimiter(line: string, current: OpenPart): Delimiter | undefined {
  let found: OpenPart | undefined;
  for (let part: OpenPart | undefined = current; part !== undefined; part = part.parent) {
    const { delimiter } = part;
    if (delimiter === undefined || !line.startsWith(delimiter)) continue;
    if (found?.delimiter === undefined || delimiter.length > found.delimiter.length) found = part;
  }
  return found && { part: found, isClosing: line === `${found.delimiter}--` };
}

function passDelimiter(scan: Scan, { part, isClosing }: Delimiter, start: number): void {
  closeParts(scan, part, beforeLineEnd(scan.octets, start));
  if (isClosing) {
    part.delimiter = undefined;
    scan.current = part;
  } else {
    scan.current = openPart(endOfLine(scan.octets, start), part);
    part.children.push(scan.current);
    scan.partsLeft -= 1;
  }
}

/** Ends the current part and those around it, as far as the one that stays open. */
function closeParts({ octets, current }: Scan, stillOpen: OpenPart | undefined, end: number): void {
  for (
    let part: OpenPart | undefined = current;
    part !== undefined && part !== stillOpen;
    part = part.parent
  ) {
    part.end = Math.max(end, part.start);
    if (part.header === undefined) readHeader(octets, part, part.end);
    part.contentStart = Math.min(part.contentStart, part.end);
  }
}

function readHeader(octets: Uint8Array, part: OpenPart, contentStart: number): void {
  const header = octets.subarray(part.start, contentStart);
  setHeader(part, readPartHeader(header, part.parent?.header?.mediaType));
  part.contentStart = contentStart;
}

function setHeader(part: OpenPart, header: PartHeader): void {
  part.header = header;
  part.delimiter = part.depth < MAX_DEPTH ? delimiterOf(header) : undefined;
}

function delimiterOf({ mediaType, parameters }: PartHeader): string | undefined {
  const boundary = mediaType.startsWith('multipart/') ? parameters.get('boundary')?.trimEnd() : undefined;
  // Header text is decoded; delimiters are compared octet by octet.
  const octets = Buffer.from(boundary ?? '').toString('latin1');
  return octets === '' || octets.length > MAX_BOUNDARY_OCTETS ? undefined : `--${octets}`;
}

/** Recursion ends at the bound of depth. */
function toRawPart(octets: Uint8Array, part: OpenPart, path: string): RawPart {
  const { start, contentStart, end, children } = part;
  const isLeaf = children.length === 0;
  const toPath = (index: number) => (path === '' ? `${index + 1}` : `${path}.${index + 1}`);
  return {
    ...(part.header ?? readPartHeader(NOTHING, undefined)),
    path: isLeaf && path === '' ? '1' : path,
    octets: isLeaf ? end - contentStart : 0,
    header: octets.subarray(start, contentStart),
    content: octets.subarray(contentStart, end),
    children: children.map((child, index) => toRawPart(octets, child, toPath(index))),
  };
}

const NOTHING = new Uint8Array();
