import type { HeaderBlock } from './header-block.ts';
import type { MessageContent } from './message-content.ts';
import type { MimePart } from './mime-part.ts';

/** `all` is the body, or the message without part numbers. */
export type SectionText =
  | { readonly kind: 'all' | 'header' | 'text' | 'mime' }
  | { readonly kind: 'fields' | 'fields-not'; readonly names: readonly string[] };

/** RFC 3501 §6.4.5. */
export interface Section {
  readonly part: readonly number[];
  readonly text: SectionText;
}

const CRLF = Buffer.from('\r\n');

/** Undefined for a missing part. */
export function sectionBytes(content: MessageContent, section: Section): Buffer | undefined {
  // Headers need no MIME parser.
  if (section.part.length === 0) return messageSection(content, section.text);
  const part = findPart(content.root, section.part);
  if (part === undefined) return undefined;
  if (section.text.kind === 'all') return content.raw.subarray(part.bodyStart, part.bodyEnd);
  if (section.text.kind === 'mime') return content.raw.subarray(part.header.start, part.header.end);
  const inner = part.message;
  if (inner === undefined) return undefined;
  if (section.text.kind === 'text') return content.raw.subarray(inner.bodyStart, inner.bodyEnd);
  return headerSection(inner.header, section.text);
}

function messageSection(content: MessageContent, text: SectionText): Buffer | undefined {
  if (text.kind === 'all') return content.raw;
  if (text.kind === 'text') return content.raw.subarray(content.header.end);
  return text.kind === 'mime' ? undefined : headerSection(content.header, text);
}

function headerSection(header: HeaderBlock, text: SectionText): Buffer {
  if (text.kind !== 'fields' && text.kind !== 'fields-not')
    return header.raw.subarray(header.start, header.end);
  const names = new Set(text.names.map((name) => name.toLowerCase()));
  const isWanted = text.kind === 'fields';
  const lines = header.fields.filter((field) => names.has(field.name) === isWanted);
  return Buffer.concat([...lines.map((field) => header.raw.subarray(field.start, field.end)), CRLF]);
}

/** A simple message's number 1 is its body. */
export function findPart(root: MimePart, numbers: readonly number[]): MimePart | undefined {
  let part: MimePart | undefined = root;
  for (const [level, number] of numbers.entries()) {
    if (part === undefined) return undefined;
    const container: MimePart | undefined = level === 0 ? part : (part.message ?? part);
    if (container.type === 'multipart') part = container.children[number - 1];
    else part = number === 1 && (level === 0 || container !== part) ? container : undefined;
  }
  return part;
}
