import { CLOSE, CLOSE_BRACKET, LESS_THAN, OPEN, OPEN_BRACKET } from '../wire/octets.ts';
import type { ResponseCursor } from '../wire/response-cursor.ts';
import { SyntaxFailure } from '../wire/syntax-failure.ts';
import type { BodyStructure } from './body-structure.ts';
import { parseBodyStructure } from './parse-body-structure.ts';
import type { ParseContext } from './parse-context.ts';
import { parseEnvelope } from './parse-envelope.ts';
import type { FetchResponse, UnreadableStructure } from './response.ts';

export type PartialFetch = { -readonly [Member in keyof FetchResponse]: FetchResponse[Member] };

const NO_SECTIONS: ReadonlyMap<string, never> = new Map<string, never>();

/** Members appear as they are read. */
export function beginFetch(sequenceNumber: number): PartialFetch {
  return {
    kind: 'fetch',
    sequenceNumber,
    sections: NO_SECTIONS,
    binarySections: NO_SECTIONS,
    binarySizes: NO_SECTIONS,
  };
}

/** FETCH items (RFC 9051 §7.5.2). A SyntaxFailure keeps earlier items in `fetched`. */
export function parseFetchItems(cursor: ResponseCursor, fetched: PartialFetch, context: ParseContext): void {
  cursor.expect(OPEN);
  for (;;) {
    cursor.skipSpaces();
    if (cursor.skip(CLOSE)) return;
    const name = cursor.keyword();
    if (cursor.peek() === OPEN_BRACKET) parseSectionItem(cursor, fetched, name);
    else parseItem(cursor, fetched, { name, context });
  }
}

interface NamedItem {
  readonly name: string;
  readonly context: ParseContext;
}

function parseItem(cursor: ResponseCursor, fetched: PartialFetch, { name, context }: NamedItem): void {
  cursor.skipSpaces();
  switch (name) {
    case 'UID':
      fetched.uid = cursor.number32();
      break;
    case 'FLAGS':
      fetched.flags = cursor.texts();
      break;
    case 'RFC822.SIZE':
      fetched.size = cursor.number();
      break;
    case 'INTERNALDATE':
      fetched.internalDate = cursor.nullableText() ?? '';
      break;
    case 'ENVELOPE':
      fetched.envelope = parseEnvelope(cursor, context.bounds.envelopeAddresses);
      break;
    case 'BODYSTRUCTURE':
    case 'BODY':
      fetched.structure = parseStructure(cursor, context);
      break;
    case 'MODSEQ':
      cursor.list(() => {
        fetched.modSeq = cursor.bigNumber();
      });
      break;
    default:
      parseRareItem(cursor, fetched, name);
  }
}

function parseRareItem(cursor: ResponseCursor, fetched: PartialFetch, name: string): void {
  switch (name) {
    case 'PREVIEW':
      fetched.preview = parsePreview(cursor);
      break;
    case 'EMAILID':
      fetched.emailId = parseObjectId(cursor);
      break;
    case 'THREADID':
      fetched.threadId = parseObjectId(cursor);
      break;
    case 'X-GM-MSGID':
      fetched.emailId = cursor.nullableText();
      break;
    case 'X-GM-THRID':
      fetched.threadId = cursor.nullableText();
      break;
    case 'RFC822':
      addSection(cursor, fetched, '');
      break;
    case 'RFC822.HEADER':
      addSection(cursor, fetched, 'HEADER');
      break;
    case 'RFC822.TEXT':
      addSection(cursor, fetched, 'TEXT');
      break;
    default:
      cursor.skipValue();
  }
}

/** `(FUZZY "text")` follows drafts of RFC 8970. */
function parsePreview(cursor: ResponseCursor): string | null {
  return cursor.peek() === OPEN ? (cursor.texts().at(-1) ?? null) : cursor.nullableText();
}

/** `(M6d99ac3275bb4e)` or NIL (RFC 8474 §5). */
function parseObjectId(cursor: ResponseCursor): string | null {
  if (cursor.peek() !== OPEN) return cursor.nullableText();
  return cursor.texts()[0] ?? null;
}

/** Other items survive an unreadable structure. */
function parseStructure(
  cursor: ResponseCursor,
  { bounds }: ParseContext,
): BodyStructure | UnreadableStructure {
  const start = cursor.position;
  try {
    return parseBodyStructure(cursor, bounds);
  } catch (error) {
    if (!(error instanceof SyntaxFailure)) throw error;
    cursor.position = start;
    cursor.skipValue();
    return { unreadable: error.reason };
  }
}

/** `BODY[1.2]<0> {3}…`, `BINARY[1] ~{3}…`, `BINARY.SIZE[1] 3`. */
function parseSectionItem(cursor: ResponseCursor, fetched: PartialFetch, name: string): void {
  const section = parseSection(cursor);
  if (cursor.peek() === LESS_THAN) cursor.atom();
  cursor.skipSpaces();
  if (name === 'BODY') addSection(cursor, fetched, section);
  else if (name === 'BINARY') addBinarySection(cursor, fetched, section);
  else if (name === 'BINARY.SIZE') {
    fetched.binarySizes = withEntry(fetched.binarySizes, section, cursor.number());
  } else cursor.skipValue();
}

/** The key: upper case, header fields sorted. */
export function parseSection(cursor: ResponseCursor): string {
  cursor.expect(OPEN_BRACKET);
  const section = cursor.peek() === CLOSE_BRACKET ? '' : cursor.keyword();
  cursor.skipSpaces();
  const fields = cursor.peek() === OPEN ? cursor.texts() : [];
  cursor.skipSpaces();
  cursor.expect(CLOSE_BRACKET);
  return fields.length === 0 ? section : `${section} (${toFieldNames(fields)})`;
}

const MAX_FIELD_NAMES = 1000;

/** Servers may quote and reorder names. */
function toFieldNames(fields: readonly string[]): string {
  if (fields.length > MAX_FIELD_NAMES) throw new SyntaxFailure();
  return fields
    .map((field) => field.toUpperCase())
    .sort()
    .join(' ');
}

function addSection(cursor: ResponseCursor, fetched: PartialFetch, section: string): void {
  const octets = cursor.stringOctets();
  if (octets !== 'streamed') fetched.sections = withEntry(fetched.sections, section, octets);
}

function addBinarySection(cursor: ResponseCursor, fetched: PartialFetch, section: string): void {
  const octets = cursor.stringOctets();
  if (octets !== 'streamed') fetched.binarySections = withEntry(fetched.binarySections, section, octets);
}

/** On demand: most responses have at most one section. */
function withEntry<Value>(
  map: ReadonlyMap<string, Value>,
  key: string,
  value: Value,
): ReadonlyMap<string, Value> {
  if (map === NO_SECTIONS) return new Map([[key, value]]);
  return (map as Map<string, Value>).set(key, value);
}
