import { ASTERISK, NINE, PLUS, SPACE, ZERO } from '../wire/octets.ts';
import { ResponseCursor } from '../wire/response-cursor.ts';
import type { UnreadableReason } from '../wire/syntax-failure.ts';
import { SyntaxFailure } from '../wire/syntax-failure.ts';
import { parseId, parseNamespace, parseQuota, parseQuotaRoot } from './parse-account-responses.ts';
import type { ParseContext } from './parse-context.ts';
import { beginFetch, type PartialFetch, parseFetchItems } from './parse-fetch.ts';
import { parseList, parseMailboxStatus } from './parse-list.ts';
import { parseResponseCode, readCapabilities } from './parse-response-code.ts';
import { parseThread } from './parse-thread.ts';
import type { FetchResponse, Response, StatusResponse, UntaggedResponse } from './response.ts';

/**
 * RFC 9051 §7. An `unreadable` response keeps a uid before the fault. `streamed`: offsets of literals in a
 * sink.
 */
export function parseResponse(
  octets: Buffer,
  context: ParseContext,
  streamed?: ReadonlySet<number>,
): Response {
  const cursor = new ResponseCursor(octets, streamed);
  const first = cursor.peek();
  if (first === PLUS) return parseContinuation(cursor);
  if (first !== ASTERISK) return parseTagged(cursor);
  cursor.position = 1;
  cursor.skipSpaces();
  const next = cursor.peek();
  return next >= ZERO && next <= NINE ? parseNumbered(cursor, context) : parseNamed(cursor, context);
}

/** A FETCH cut anywhere; null for others. */
export function parseFetchBeginning(octets: Buffer, context: ParseContext): FetchResponse | null {
  // A cut uid could name another message.
  const cursor = new ResponseCursor(octets.subarray(0, octets.lastIndexOf(SPACE) + 1));
  const fetched = beginFetch(0);
  try {
    cursor.expect(ASTERISK);
    cursor.skipSpaces();
    fetched.sequenceNumber = cursor.number32();
    cursor.skipSpaces();
    if (cursor.keyword() !== 'FETCH') return null;
    cursor.skipSpaces();
    parseFetchItems(cursor, fetched, context);
  } catch (error) {
    if (!(error instanceof SyntaxFailure)) throw error;
    if (fetched.sequenceNumber === 0) return null;
  }
  return fetched;
}

function parseContinuation(cursor: ResponseCursor): Response {
  cursor.position = 1;
  cursor.skipSpaces();
  return { kind: 'continuation', text: cursor.rest() };
}

function parseTagged(cursor: ResponseCursor): Response {
  if (cursor.isAtEnd) return unreadable(null);
  try {
    const tag = cursor.atom();
    cursor.skipSpaces();
    const status = cursor.keyword();
    if (status !== 'OK' && status !== 'NO' && status !== 'BAD') return unreadable(null);
    return { kind: 'tagged', tag, status, ...parseStatusText(cursor) };
  } catch (error) {
    return asUnreadable(error, null);
  }
}

function parseStatusText(cursor: ResponseCursor): Pick<StatusResponse, 'code' | 'text'> {
  cursor.skipSpaces();
  const code = parseResponseCode(cursor);
  return { code, text: cursor.rest() };
}

function parseNumbered(cursor: ResponseCursor, context: ParseContext): UntaggedResponse {
  let name: string | null = null;
  let fetched: PartialFetch | undefined;
  try {
    const number = cursor.number32();
    cursor.expect(SPACE);
    cursor.skipSpaces();
    name = cursor.keyword();
    cursor.skipSpaces();
    if (name !== 'FETCH') return toCount(name, number);
    fetched = beginFetch(number);
    parseFetchItems(cursor, fetched, context);
    return fetched;
  } catch (error) {
    return asUnreadable(error, name, fetched);
  }
}

function toCount(name: string, number: number): UntaggedResponse {
  switch (name) {
    case 'EXISTS':
      return { kind: 'exists', number };
    case 'RECENT':
      return { kind: 'recent', number };
    case 'EXPUNGE':
      return { kind: 'expunge', number };
    default:
      return { kind: 'unknown', name };
  }
}

function parseNamed(cursor: ResponseCursor, context: ParseContext): UntaggedResponse {
  let name: string | null = null;
  try {
    name = cursor.keyword();
    cursor.skipSpaces();
    return parseStatus(cursor, name) ?? parseData(cursor, name, context);
  } catch (error) {
    return asUnreadable(error, name);
  }
}

function parseStatus(cursor: ResponseCursor, name: string): StatusResponse | undefined {
  switch (name) {
    case 'OK':
    case 'NO':
    case 'BAD':
    case 'BYE':
    case 'PREAUTH':
      return { kind: 'status', status: name, ...parseStatusText(cursor) };
    default:
      return undefined;
  }
}

function parseData(cursor: ResponseCursor, name: string, context: ParseContext): UntaggedResponse {
  switch (name) {
    case 'CAPABILITY':
      return { kind: 'capability', capabilities: readCapabilities(cursor) };
    case 'ENABLED':
      return { kind: 'enabled', capabilities: readCapabilities(cursor) };
    case 'FLAGS':
      return { kind: 'flags', flags: cursor.texts() };
    case 'LIST':
    case 'LSUB':
      return parseList(cursor, { context, isSubscription: name === 'LSUB' });
    case 'STATUS':
      return parseMailboxStatus(cursor, context);
    case 'THREAD':
      return parseThread(cursor);
    case 'NAMESPACE':
      return parseNamespace(cursor);
    case 'ID':
      return parseId(cursor);
    case 'QUOTA':
      return parseQuota(cursor);
    case 'QUOTAROOT':
      return parseQuotaRoot(cursor, context);
    // Malformed: NumberLineReader reads the others.
    case 'SEARCH':
    case 'SORT':
    case 'ESEARCH':
    case 'VANISHED':
      return unreadable(name);
    default:
      return { kind: 'unknown', name };
  }
}

function asUnreadable(error: unknown, name: string | null, fetched?: PartialFetch): UntaggedResponse {
  if (!(error instanceof SyntaxFailure)) throw error;
  return unreadable(name, error.reason, fetched);
}

function unreadable(
  name: string | null,
  reason: UnreadableReason = 'syntax',
  fetched?: PartialFetch,
): UntaggedResponse {
  return {
    kind: 'unreadable',
    name,
    sequenceNumber: fetched?.sequenceNumber ?? null,
    uid: fetched?.uid ?? null,
    reason,
  };
}
