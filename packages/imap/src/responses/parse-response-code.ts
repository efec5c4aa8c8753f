import { decodeText } from '../wire/decode-text.ts';
import { BACKSLASH, CLOSE, CLOSE_BRACKET, OPEN, OPEN_BRACKET, QUOTE } from '../wire/octets.ts';
import { parseNumberSet } from '../wire/parse-number-set.ts';
import { ResponseCursor } from '../wire/response-cursor.ts';
import { SyntaxFailure } from '../wire/syntax-failure.ts';
import type { ResponseCode } from './response.ts';

/** The code, if any (RFC 9051 §7.1). Never throws: a command needs its OK. */
export function parseResponseCode(cursor: ResponseCursor): ResponseCode | null {
  if (cursor.peek() !== OPEN_BRACKET) return null;
  const end = closingBracket(cursor);
  // "[mailbox is new" and "[] here" have no code.
  const code = end === undefined ? null : readCode(cursor.octets.subarray(cursor.position + 1, end));
  if (end === undefined || code === null) return null;
  cursor.position = end + 1;
  cursor.skipSpaces();
  return code;
}

/** Flags may contain brackets: in quotes or, from broken servers, parentheses. */
function closingBracket({ octets, position, end }: ResponseCursor): number | undefined {
  let depth = 0;
  let first: number | undefined;
  for (let index = position + 1; index < end; index += 1) {
    const octet = octets[index];
    if (octet === QUOTE) index = closingQuote(octets, index, end);
    else if (octet === OPEN) depth += 1;
    else if (octet === CLOSE) depth -= 1;
    else if (octet === CLOSE_BRACKET) {
      if (depth === 0) return index;
      first ??= index;
    }
  }
  return first;
}

function closingQuote(octets: Buffer, start: number, end: number): number {
  let index = start + 1;
  while (index < end && octets[index] !== QUOTE) index += octets[index] === BACKSLASH ? 2 : 1;
  return index;
}

function readCode(octets: Buffer): ResponseCode | null {
  const cursor = new ResponseCursor(octets);
  cursor.skipSpaces();
  const name = readName(cursor);
  if (name === null) return null;
  const afterName = cursor.position;
  const read = READERS.get(name);
  try {
    cursor.skipSpaces();
    if (read) return read(cursor, name);
  } catch (error) {
    if (!(error instanceof SyntaxFailure)) throw error;
  }
  const text = decodeText(octets.subarray(afterName)).trim();
  const data = text === '' ? null : text;
  return read ? { name: 'unreadable', code: name, data } : { name, data };
}

function readName(cursor: ResponseCursor): string | null {
  try {
    return cursor.keyword();
  } catch (error) {
    if (error instanceof SyntaxFailure) return null;
    throw error;
  }
}

type CodeReader = (cursor: ResponseCursor, name: string) => ResponseCode;

const readNumberCode: CodeReader = (cursor, name) => ({
  name: name as 'UIDVALIDITY',
  number: cursor.number32(),
});

const READERS: ReadonlyMap<string, CodeReader> = new Map<string, CodeReader>([
  ['CAPABILITY', (cursor) => ({ name: 'CAPABILITY', capabilities: readCapabilities(cursor) })],
  ['PERMANENTFLAGS', (cursor) => ({ name: 'PERMANENTFLAGS', flags: cursor.texts() })],
  ['UIDVALIDITY', readNumberCode],
  ['UIDNEXT', readNumberCode],
  ['UNSEEN', readNumberCode],
  ['HIGHESTMODSEQ', (cursor) => ({ name: 'HIGHESTMODSEQ', modSeq: cursor.bigNumber() })],
  ['APPENDUID', readAppendUid],
  ['COPYUID', readCopyUid],
  ['MODIFIED', (cursor) => ({ name: 'MODIFIED', numbers: parseNumberSet(cursor) })],
  ['MAILBOXID', readMailboxId],
  ['INPROGRESS', readInProgress],
]);

/** Upper case. */
export function readCapabilities(cursor: ResponseCursor): readonly string[] {
  const capabilities: string[] = [];
  for (;;) {
    cursor.skipSpaces();
    if (cursor.isAtEnd) return capabilities;
    capabilities.push(cursor.atom().toUpperCase());
  }
}

function readAppendUid(cursor: ResponseCursor): ResponseCode {
  const uidValidity = cursor.number32();
  cursor.skipSpaces();
  return { name: 'APPENDUID', uidValidity, uids: parseNumberSet(cursor) };
}

function readCopyUid(cursor: ResponseCursor): ResponseCode {
  const uidValidity = cursor.number32();
  cursor.skipSpaces();
  const sources = parseNumberSet(cursor);
  cursor.skipSpaces();
  return { name: 'COPYUID', uidValidity, sources, targets: parseNumberSet(cursor) };
}

/** RFC 8474 §4.1. */
function readMailboxId(cursor: ResponseCursor): ResponseCode {
  const [id] = cursor.texts();
  if (id === undefined) throw new SyntaxFailure();
  return { name: 'MAILBOXID', id };
}

/** `("tag" 175 1000)`; each may be NIL, all may be missing (RFC 9585 §3). */
function readInProgress(cursor: ResponseCursor): ResponseCode {
  const values: (string | null)[] = [];
  if (cursor.peek() === OPEN) cursor.list(() => values.push(cursor.nullableText()));
  const [tag = null, done = null, goal = null] = values;
  return { name: 'INPROGRESS', tag, done: toCount(done), goal: toCount(goal) };
}

function toCount(text: string | null): number | null {
  return text !== null && /^[0-9]{1,10}$/.test(text) ? Number(text) : null;
}
