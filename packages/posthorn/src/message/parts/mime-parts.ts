import type { BodyPart } from '../../domain/messages/body-structure.ts';
import { findColon, isFolded } from '../headers/header-fields.ts';
import { MAX_PART_HEADER_OCTETS, type PartHeader, readPartHeader } from '../headers/part-header.ts';
import { beforeLineEnd, endOfLine, isBlankLine } from '../octets/octet-lines.ts';
import { isTransferEncoded } from '../octets/transfer-encoding.ts';
import { boundaryOf } from './boundary.ts';
import { OpenDelimiters } from './open-delimiters.ts';
import { pathsOf } from './part-paths.ts';

/** A part with its offsets. */
export interface MimePart extends BodyPart {
  /**
   * As in BODYSTRUCTURE; an enclosed message's multipart body has the enclosing path and `TEXT` (RFC 9051
   * §6.4.5).
   */
  readonly path: string;
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
  readonly children: readonly MimePart[];
  /** In message/rfc822, within the limits; else null. */
  readonly message: MimePart | null;
}

export type MimeBound = 'depth' | 'parts' | 'header';

/** A message's parts. */
export interface MimeTree {
  readonly root: MimePart;
  /** In octet order, with enclosed messages. */
  readonly parts: readonly MimePart[];
  readonly metBounds: ReadonlySet<MimeBound>;
}

/** Bounds of parsing. */
export interface MimeLimits {
  /** Parts at this depth stay closed; the root has 0. */
  readonly maxDepth: number;
  readonly maxParts: number;
}

/** Parsing options. */
export interface MimeReading {
  readonly limits: MimeLimits;
  readonly header?: Uint8Array;
}

interface OpenPart {
  readonly start: number;
  readonly parent: OpenPart | undefined;
  readonly depth: number;
  readonly children: OpenPart[];
  message: OpenPart | undefined;
  header: PartHeader | undefined;
  hasFields: boolean;
  strayStart: number | undefined;
  contentStart: number;
  end: number;
  boundary: Uint8Array | undefined;
}

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
 * A message's parts (RFC 2046 §5.1), broken mail included. Never throws, never recurses; linear.
 *
 * - Delimiters count as in IMAP servers: by prefix, the longest wins, an outer one ends all inner parts; a
 * missing end is accepted.
 * - A header block without an empty line ends at the first text; without fields it is text.
 * - A multipart without a readable or present delimiter has no children.
 * - An unencoded message/rfc822 part is opened.
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

/** It may follow without an empty line. */
function endHeaderAtDelimiter(scan: Scan, part: OpenPart, start: number): void {
  const { octets } = scan;
  const block = octets.subarray(part.start, start);
  const boundary = boundaryOf(readPartHeader(block, part.parent?.header?.mediaType), block);
  if (boundary?.every((octet, index) => octets[start + 2 + index] === octet)) endHeader(scan, part, start);
}

/** Some gateways write CR CR LF. */
function isEmptyLine(octets: Uint8Array, start: number): boolean {
  return isBlankLine(octets, start) || (octets[start] === 0x0d && isBlankLine(octets, start + 1));
}

/** As in mbox files. */
function isFromLine(octets: Uint8Array, start: number): boolean {
  return FROM_LINE.every((octet, index) => octets[start + index] === octet);
}

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

function readHeader({ octets, metBounds }: Scan, part: OpenPart, contentStart: number): Uint8Array {
  const block = octets.subarray(part.start, contentStart);
  if (block.length > MAX_PART_HEADER_OCTETS) metBounds.add('header');
  part.header = readPartHeader(block, part.parent?.header?.mediaType);
  part.contentStart = contentStart;
  return block;
}

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
  // Children come after parents.
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
    // A spread would dominate the time of 10,000 parts.
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
