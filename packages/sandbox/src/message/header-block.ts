import type { OctetText } from '../octet-text.ts';

/** A range of octets. */
export interface ByteRange {
  readonly raw: Buffer;
  readonly start: number;
  readonly end: number;
}

/** `name`: lower case. */
export interface HeaderField {
  readonly name: string;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
}

/** Fields in order; includes the blank line (RFC 5322 §2.2). */
export interface HeaderBlock extends ByteRange {
  readonly fields: readonly HeaderField[];
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;
const COLON = 0x3a;

/** The first such field, unfolded. */
export function headerValue(block: HeaderBlock, name: string): OctetText | undefined {
  const field = block.fields.find((candidate) => candidate.name === name);
  return field === undefined ? undefined : fieldValue(block, field);
}

/** As one list: some mail has To twice. */
export function headerListValue(block: HeaderBlock, name: string): OctetText {
  const fields = block.fields.filter((candidate) => candidate.name === name);
  return fields.map((field) => fieldValue(block, field)).join(', ');
}

/** Unfolded; a tab becomes a space (RFC 5322 §2.2.3). */
export function fieldValue(block: HeaderBlock, field: HeaderField): OctetText {
  const folded = block.raw.toString('latin1', field.valueStart, field.end);
  return folded
    .replace(/\n\t/g, '\n ')
    .replace(/[\r\n]/g, '')
    .trim();
}

/** From the range's start. */
export function parseHeaderBlock(range: ByteRange): HeaderBlock {
  const { raw, start } = range;
  const fields: HeaderField[] = [];
  let position = start;
  while (position < range.end) {
    const end = endOfLine({ ...range, start: position });
    if (isBlankLine(raw, position)) return { raw, start, end, fields };
    addLine(fields, { raw, start: position, end });
    position = end;
  }
  return { raw, start, end: range.end, fields };
}

/** The offset after LF, or the end. */
export function endOfLine({ raw, start, end }: ByteRange): number {
  const lineFeed = raw.indexOf(LINE_FEED, start);
  return lineFeed < 0 || lineFeed >= end ? end : lineFeed + 1;
}

/** True at an empty line. */
export function isBlankLine(raw: Buffer, position: number): boolean {
  if (raw[position] === LINE_FEED) return true;
  return raw[position] === CARRIAGE_RETURN && raw[position + 1] === LINE_FEED;
}

function addLine(fields: HeaderField[], line: ByteRange): void {
  const first = line.raw[line.start];
  const previous = fields.at(-1);
  if ((first === SPACE || first === TAB) && previous !== undefined) {
    fields[fields.length - 1] = { ...previous, end: line.end };
    return;
  }
  const colon = line.raw.subarray(line.start, line.end).indexOf(COLON);
  // A line without a colon stays: HEADER returns every byte.
  const valueStart = colon < 0 ? line.start : line.start + colon + 1;
  const name = colon < 0 ? '' : line.raw.toString('latin1', line.start, line.start + colon);
  fields.push({ name: name.trim().toLowerCase(), start: line.start, valueStart, end: line.end });
}
