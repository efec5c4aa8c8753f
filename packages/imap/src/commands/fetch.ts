import type { CommandRunner } from '../connection/command.ts';
import type {
  FetchResponse,
  TaggedResponse,
  UnreadableResponse,
  UntaggedResponse,
  VanishedResponse,
} from '../responses/response.ts';
import type { MessageSet } from '../wire/message-set.ts';
import { budgetFor, RESPONSES_PER_MESSAGE } from './command-budget.ts';
import { type FetchItem, formatFetchItems, octetsPerMessage } from './fetch-items.ts';

/** Items and receivers. */
export interface FetchRequest {
  readonly messages: MessageSet;
  readonly isUid: boolean;
  readonly items: readonly FetchItem[];
  /** CONDSTORE, RFC 7162 §3.1.4.1. */
  readonly changedSince?: bigint;
  /**
   * Positions from 1; `{ first: -1, last: -50 }` are the 50 newest (RFC 9394 §3.3). Needs PARTIAL and
   * `isUid`.
   */
  readonly partial?: { readonly first: number; readonly last: number };
  /** Sent together: no two of a batch request the same message. */
  readonly batch?: symbol;
  /** Messages may have several responses. */
  readonly onMessage: (message: FetchResponse) => void;
  readonly onUnreadable?: (response: UnreadableResponse) => void;
  /** Requests uids vanished since `changedSince` (QRESYNC, RFC 7162 §3.2.6). */
  readonly onVanished?: (response: VanishedResponse) => void;
}

/** FETCH (RFC 9051 §6.4.5, §6.4.9). Other messages' responses go to the connection's listener. */
export async function fetch(
  runner: CommandRunner,
  request: FetchRequest,
  signal: AbortSignal,
): Promise<TaggedResponse> {
  const { messages, isUid, items, batch } = request;
  const name = isUid ? 'UID FETCH' : 'FETCH';
  const asked: readonly FetchItem[] = isUid && !items.includes('UID') ? ['UID', ...items] : items;
  return runner.run(
    {
      name,
      parts: [`${name} ${messages.text} ${formatFetchItems(asked)}${modifiers(request)}`],
      budget: budgetFor(
        RESPONSES_PER_MESSAGE * countOf(request, runner),
        octetsPerMessage(asked, runner.bounds),
      ),
      // Two could request different items of one message.
      concurrency: 'one FETCH',
      ...(batch && { batch }),
      onResponse: (response) => take(request, response),
    },
    signal,
  );
}

function countOf({ messages, partial }: FetchRequest, { bounds }: CommandRunner): number {
  const size = partial ? Math.abs(partial.last - partial.first) + 1 : messages.size;
  return Math.min(size, messages.size, bounds.messages);
}

function modifiers({ changedSince, onVanished, partial }: FetchRequest): string {
  const texts = partial ? [`PARTIAL ${partial.first}:${partial.last}`] : [];
  if (changedSince !== undefined) texts.push(`CHANGEDSINCE ${changedSince}`);
  if (changedSince !== undefined && onVanished) texts.push('VANISHED');
  return texts.length === 0 ? '' : ` (${texts.join(' ')})`;
}

function take(request: FetchRequest, response: UntaggedResponse): boolean {
  switch (response.kind) {
    case 'fetch':
      if (!isAsked(request, response)) return false;
      request.onMessage(response);
      return true;
    case 'unreadable':
      if (response.name !== 'FETCH' || !isAskedOrUnknown(request, response)) return false;
      request.onUnreadable?.(response);
      return true;
    case 'vanished':
      if (!request.onVanished || !response.isEarlier) return false;
      request.onVanished(response);
      return true;
    default:
      return false;
  }
}

function isAsked({ isUid, messages }: FetchRequest, { uid, sequenceNumber }: FetchResponse): boolean {
  return isUid ? uid !== undefined && messages.has(uid) : messages.has(sequenceNumber);
}

function isAskedOrUnknown(
  { isUid, messages }: FetchRequest,
  { uid, sequenceNumber }: UnreadableResponse,
): boolean {
  const number = isUid ? uid : sequenceNumber;
  return number === null || messages.has(number);
}
