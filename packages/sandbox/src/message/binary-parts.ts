import { type HeaderField, headerValue } from './header-block.ts';
import { type MimePart, parseMimeMessage } from './mime-part.ts';

const BASE64_LINE_CHARACTERS = 76;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly bytes: Buffer;
}

/** Base64 for clients without BINARY (RFC 3516 §6). */
export function encodeBinaryParts(raw: Buffer): Buffer {
  const edits = partsOf(parseMimeMessage(raw))
    .flatMap((part) => editsOf(part))
    .sort((a, b) => a.start - b.start);
  if (edits.length === 0) return raw;
  const pieces: Buffer[] = [];
  let position = 0;
  for (const { start, end, bytes } of edits) {
    pieces.push(raw.subarray(position, start), bytes);
    position = end;
  }
  return Buffer.concat([...pieces, raw.subarray(position)]);
}

function partsOf(root: MimePart): readonly MimePart[] {
  const parts: MimePart[] = [];
  const pending = [root];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    parts.push(part);
    if (part.message !== undefined) pending.push(part.message);
    for (const child of part.children) pending.push(child);
  }
  return parts;
}

function editsOf(part: MimePart): readonly Edit[] {
  const { header, bodyStart, bodyEnd } = part;
  const field = header.fields.find(({ name }) => name === 'content-transfer-encoding');
  if (field === undefined || !isBinary(part)) return [];
  // Containers allow no base64 (RFC 2045 §6.4).
  if (part.type === 'multipart' || part.message !== undefined) return [encodingEdit(field, '8bit')];
  const body = header.raw.subarray(bodyStart, bodyEnd).toString('base64');
  return [
    encodingEdit(field, 'base64'),
    { start: bodyStart, end: bodyEnd, bytes: Buffer.from(wrap(body), 'latin1') },
  ];
}

function isBinary({ header }: MimePart): boolean {
  return headerValue(header, 'content-transfer-encoding')?.toLowerCase() === 'binary';
}

function encodingEdit({ valueStart, end }: HeaderField, encoding: string): Edit {
  return { start: valueStart, end, bytes: Buffer.from(` ${encoding}\r\n`) };
}

function wrap(base64: string): string {
  const lines: string[] = [];
  for (let start = 0; start < base64.length; start += BASE64_LINE_CHARACTERS) {
    lines.push(base64.slice(start, start + BASE64_LINE_CHARACTERS));
  }
  return lines.join('\r\n');
}
