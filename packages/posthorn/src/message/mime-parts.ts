/** Reads the parts of a message from its octets (RFC 2046 §5.1), broken mail included. */
import type { BodyPart } from '../domain/body-structure.ts';
import { boundaryOf } from './boundary.ts';
import { findColon, isFolded } from './header-fields.ts';
import { beforeLineEnd, endOfLine, isBlankLine } from './octet-lines.ts';
import { OpenDelimiters } from './open-delimiters.ts';
import { MAX_PART_HEADER_OCTETS, type PartHeader, readPartHeader } from './part-header.ts';
import { pathsOf } from './part-paths.ts';
import { isTransferEncoded } from './transfer-encoding.ts';

/** A part and where it lies in the octets that were read. */
export interface MimePart extends BodyPart {
  /**
   * As BODYSTRUCTURE numbers it. A multipart that is the body of an enclosed message has no number of its own: its path is that of
   * the enclosing part and `TEXT` (RFC 9051 §6.4.5).
   */
  readonly path: string;
  /** Where its header block begins. */
  readonly start: number;
  /** Where its content begins, after the empty line. */
  readonly contentStart: number;
  /** The offset after its last octet; the line end before a delimiter belongs to the delimiter. */
  readonly end: number;
  readonly children: readonly MimePart[];
  /** The message that a message/rfc822 part encloses; null for all other parts, and outside the bounds. */
  readonly message: MimePart | null;
}

/** The bounds that reading can meet: levels, parts, or octets of a header block. */
export type MimeBound = 'depth' | 'parts' | 'header';

/** The tree of parts that was read from a message. */
export interface MimeTree {
  readonly root: MimePart;
  /** The root and all parts below it in the order of their octets, those of enclosed messages included. */
  readonly parts: readonly MimePart[];
  /** The bounds that ended reading early; empty when everything was read. */
  readonly metBounds: ReadonlySet<MimeBound>;
}

/** How much of a message is parsed. */
export interface MimeLimits {
  /** Parts at this depth are not opened; the root has depth 0. */
  readonly maxDepth: number;
  /** Parts below the root; reading ends where the next one would begin. */
  readonly maxParts: number;
}

/** How a message is parsed. */
export interface MimeReading {
  readonly limits: MimeLimits;
  /** The header block of the root, when the octets do not begin with it. */
  readonly header?: Uint8Array;
}

/** A part that is being read. */
interface OpenPart {
  readonly start: number;
  readonly parent: OpenPart | undefined;
  readonly depth: number;
  readonly children: OpenPart[];
  message: OpenPart | undefined;
  /** Undefined within the header block. */
  header: PartHeader | undefined;
  hasFields: boolean;
  /** The first line of the header block that is neither a field nor the continuation of one. */
  strayStart: number | undefined;
  contentStart: number;
  end: number;
  /** Undefined for a part that is not open for delimiters. */
  boundary: Uint8Array | undefined;
}

/** How far the reading has come. */
interface Scan {
  readonly octets: Uint8Array;
  readonly limits: MimeLimits;
  readonly delimiters: OpenDelimiters<OpenPart>;
  readonly parts: OpenPart[];
  readonly metBounds: Set<MimeBound>;
  current: OpenPart;
}

const HYPHEN = 0x2d;
const MESSAGE_TYPES = new Set(['message/rfc822', 'message/global']);
const FROM_LINE = Buffer.from('From ');

/**
 * The parts of the octets. Never throws; the work is linear in the octets, and nothing recurs.
 *
 * - Delimiters count as IMAP servers count them: a line that begins with one is one, the longest wins, and the delimiter of an outer
 *   multipart ends all inner parts. A missing end is no fault.
 * - A header block that goes over into text without an empty line ends there; a block without any field is text.
 * - A multipart without a readable boundary, or whose delimiter does not occur, has no children.
 * - A message/rfc822 part is opened unless it is encoded.
 */
export function readMimeParts(octets: Uint8Array, { limits, header }: MimeReading): MimeTree {
  const root = createPart(0, undefined);
  const scan: Scan = {
    octets,
    limits,
    delimiters: new OpenDelimiters(),
    parts: [root],
    metBounds: new Set(),
    current: root,
  };
  if (header !== undefined) {
    root.header = readPartHeader(header, undefined);
    openContent(scan, root, header);
  }
  closeParts(scan, undefined, readLines(scan));
  return toTree(scan);
}

/** Where the reading ends. */
function readLines(scan: Scan): number {
  const { octets } = scan;
  let start = 0;
  while (start < octets.length) {
    const next = endOfLine(octets, start);
    const isStopped = readLine(scan, start, next);
    if (isStopped) return beforeLineEnd(octets, start);
    start = next;
  }
  return octets.length;
}

/** True when the line begins a part above the bound. */
function readLine(scan: Scan, start: number, next: number): boolean {
  const { octets, current } = scan;
  if (current.header === undefined) readHeaderLine(scan, start, next);
  const found = hasHyphens(octets, start) ? scan.delimiters.findAt(octets, start + 2) : undefined;
  return found !== undefined && passDelimiter(scan, found, { start, next });
}

function hasHyphens(octets: Uint8Array, start: number): boolean {
  return octets[start] === HYPHEN && octets[start + 1] === HYPHEN;
}

interface Line {
  readonly start: number;
  readonly next: number;
}

function passDelimiter(
  scan: Scan,
  { owner, end }: { owner: OpenPart; end: number },
  { start, next }: Line,
): boolean {
  const { octets } = scan;
  const isClosing = octets[end] === HYPHEN && octets[end + 1] === HYPHEN;
  if (!isClosing && !hasRoom(scan)) return true;
  closeParts(scan, owner, beforeLineEnd(octets, start));
  scan.current = owner;
  if (isClosing) closeDelimiter(scan, owner);
  else owner.children.push(openPart(scan, next));
  return false;
}

/** Opens a part of the current one. */
function openPart(scan: Scan, start: number): OpenPart {
  const part = createPart(start, scan.current);
  scan.parts.push(part);
  scan.current = part;
  return part;
}

function createPart(start: number, parent: OpenPart | undefined): OpenPart {
  return {
    start,
    parent,
    depth: parent === undefined ? 0 : parent.depth + 1,
    children: [],
    message: undefined,
    header: undefined,
    hasFields: false,
    strayStart: undefined,
    contentStart: start,
    end: start,
    boundary: undefined,
  };
}

function hasRoom({ parts, limits, metBounds }: Scan): boolean {
  const isFree = parts.length <= limits.maxParts;
  if (!isFree) metBounds.add('parts');
  return isFree;
}

function readHeaderLine(scan: Scan, start: number, next: number): void {
  const { octets, current } = scan;
  if (isEmptyLine(octets, start)) {
    const isText = !current.hasFields && current.strayStart !== undefined;
    endHeader(scan, current, isText ? current.start : next);
  } else if (findColon(octets, start) !== undefined) {
    current.hasFields = true;
  } else if (current.strayStart === undefined && !isFolded(octets[start]) && !isFromLine(octets, start)) {
    current.strayStart = start;
    if (hasHyphens(octets, start)) endHeaderAtDelimiter(scan, current, start);
  }
}

/** The first delimiter of a multipart may follow its header block without an empty line. */
function endHeaderAtDelimiter(scan: Scan, part: OpenPart, start: number): void {
  const { octets } = scan;
  const block = octets.subarray(part.start, start);
  const boundary = boundaryOf(readPartHeader(block, part.parent?.header?.mediaType), block);
  if (boundary?.every((octet, index) => octets[start + 2 + index] === octet)) endHeader(scan, part, start);
}

/** Some gateways make CR CR LF of every line end. */
function isEmptyLine(octets: Uint8Array, start: number): boolean {
  return isBlankLine(octets, start) || (octets[start] === 0x0d && isBlankLine(octets, start + 1));
}

/** True for the line that mbox files put in front of a message. */
function isFromLine(octets: Uint8Array, start: number): boolean {
  return FROM_LINE.every((octet, index) => octets[start + index] === octet);
}

/** Ends the current part and those around it, as far as the one that stays open. */
function closeParts(scan: Scan, stillOpen: OpenPart | undefined, end: number): void {
  let part: OpenPart | undefined = scan.current;
  while (part !== undefined && part !== stillOpen) {
    part.end = Math.max(end, part.start);
    if (part.header === undefined) readHeader(scan, part, part.strayStart ?? part.end);
    part.contentStart = Math.min(part.contentStart, part.end);
    closeDelimiter(scan, part);
    part = part.parent;
  }
}

function closeDelimiter({ delimiters }: Scan, part: OpenPart): void {
  if (part.boundary !== undefined) delimiters.remove(part.boundary);
  part.boundary = undefined;
}

function endHeader(scan: Scan, part: OpenPart, contentStart: number): void {
  openContent(scan, part, readHeader(scan, part, contentStart));
}

/** Returns the header block. */
function readHeader({ octets, metBounds }: Scan, part: OpenPart, contentStart: number): Uint8Array {
  const block = octets.subarray(part.start, contentStart);
  if (block.length > MAX_PART_HEADER_OCTETS) metBounds.add('header');
  part.header = readPartHeader(block, part.parent?.header?.mediaType);
  part.contentStart = contentStart;
  return block;
}

/** Opens what the part encloses: the delimiters of a multipart, or a message. */
function openContent(scan: Scan, part: OpenPart, block: Uint8Array): void {
  const { header } = part;
  if (header === undefined) return;
  const boundary = boundaryOf(header, block);
  const isMessage = MESSAGE_TYPES.has(header.mediaType) && !isTransferEncoded(header.encoding);
  if (boundary === undefined && !isMessage) return;
  if (part.depth >= scan.limits.maxDepth) {
    scan.metBounds.add('depth');
  } else if (boundary !== undefined) {
    part.boundary = boundary;
    scan.delimiters.add(boundary, part);
  } else if (hasRoom(scan)) {
    part.message = openPart(scan, part.contentStart);
  }
}

function toTree({ parts, metBounds }: Scan): MimeTree {
  const paths = pathsOf(parts);
  const read = new Map<OpenPart, MimePart>();
  // What a part contains comes after it.
  for (const part of parts.toReversed()) read.set(part, toMimePart(part, paths.get(part) ?? '', read));
  const ordered = parts.flatMap((part) => read.get(part) ?? []);
  const [root] = ordered;
  if (root === undefined) throw new Error('A message without a root was read.');
  return { root, parts: ordered, metBounds };
}

function toMimePart(part: OpenPart, path: string, read: ReadonlyMap<OpenPart, MimePart>): MimePart {
  const { start, contentStart, end, children, message } = part;
  const header = part.header ?? readPartHeader(NOTHING, undefined);
  return {
    path,
    // Not spread: that takes most of the time of a message of ten thousand parts.
    mediaType: header.mediaType,
    parameters: header.parameters,
    contentId: header.contentId,
    encoding: header.encoding,
    octets: children.length > 0 ? 0 : end - contentStart,
    disposition: header.disposition,
    dispositionParameters: header.dispositionParameters,
    start,
    contentStart,
    end,
    children: children.flatMap((child) => read.get(child) ?? []),
    message: (message && read.get(message)) ?? null,
  };
}

const NOTHING = new Uint8Array();
