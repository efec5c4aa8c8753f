/** Fetches items of messages that are named by their uids (RFC 9051 §6.4.9). */
import { type FetchItem, fetch, MessageSet, type UnreadableResponse } from 'posthorn-imap';
import type { Uid } from '../../../domain/uid.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { UNREADABLE_STRUCTURE } from './body-parts.ts';
import { type FetchedMessage, mergeMessages, toFetchedMessage } from './fetched-message.ts';
import { readLongHeaders } from './long-headers.ts';

/** The messages and the items of one FETCH. */
export interface FetchRequest {
  readonly uids: readonly Uid[];
  readonly items: readonly FetchItem[];
  /** Requests of one batch are in flight together. No two of them may name the same message. */
  readonly batch?: symbol;
}

type Messages = Map<Uid, FetchedMessage>;

/**
 * The messages among `uids` that exist, by uid. A message whose answer could not be read is asked for once more, item by item, and has
 * what could be read of it: no message is missing because of one that is broken.
 */
export async function fetchMessages(
  session: ImapSession,
  { uids, items, batch }: FetchRequest,
  signal: AbortSignal,
): Promise<ReadonlyMap<Uid, FetchedMessage>> {
  const messages: Messages = new Map();
  for (const set of MessageSet.of(uids)) {
    const unreadable = await fetchSet(session, { set, items, messages, batch }, signal);
    const broken =
      unreadable.length === 0 ? [] : uids.filter((uid) => set.has(uid) && isAmong(unreadable, uid, messages));
    for (const uid of broken) await fetchItemByItem(session, { uid, items, messages }, signal);
  }
  await readLongHeaders(session, { items, messages }, signal);
  return messages;
}

/** Messages of several requests, all in flight at once. No two of them may name the same message. */
export async function fetchTogether(
  session: ImapSession,
  requests: readonly Omit<FetchRequest, 'batch'>[],
  signal: AbortSignal,
): Promise<ReadonlyMap<Uid, FetchedMessage>> {
  const batch = Symbol('FETCH');
  const fetching = requests.map((request) => fetchMessages(session, { ...request, batch }, signal));
  return new Map((await Promise.all(fetching)).flatMap((messages) => [...messages]));
}

interface SetRequest {
  readonly set: MessageSet;
  readonly items: readonly FetchItem[];
  /** Receives the messages. */
  readonly messages: Messages;
  readonly batch?: FetchRequest['batch'];
}

/** Returns the responses that could not be read. */
async function fetchSet(
  session: ImapSession,
  { set, items, messages, batch }: SetRequest,
  signal: AbortSignal,
): Promise<readonly UnreadableResponse[]> {
  const unreadable: UnreadableResponse[] = [];
  await fetch(
    session,
    {
      messages: set,
      isUid: true,
      items,
      ...(batch && { batch }),
      onMessage: (response) => {
        const message = toFetchedMessage(response);
        if (!message) return;
        const earlier = messages.get(message.uid);
        // A second response for a message is unsolicited: another client has changed a flag.
        if (earlier) session.invalidateCounts();
        messages.set(message.uid, mergeMessages(earlier, message));
      },
      onUnreadable: (response) => {
        unreadable.push(response);
      },
    },
    signal,
  );
  return unreadable;
}

/** A response without a uid may belong to any message without a response. */
function isAmong(responses: readonly UnreadableResponse[], uid: Uid, messages: Messages): boolean {
  return responses.some((response) => response.uid === uid || (response.uid === null && !messages.has(uid)));
}

async function fetchItemByItem(
  session: ImapSession,
  {
    uid,
    items,
    messages,
  }: { readonly uid: Uid; readonly items: readonly FetchItem[]; readonly messages: Messages },
  signal: AbortSignal,
): Promise<void> {
  const set = MessageSet.range(uid, uid);
  // The uid comes first: it shows whether the message exists at all.
  await fetchSet(session, { set, items: ['UID'], messages }, signal);
  for (const item of items) {
    const found = messages.get(uid);
    if (!found) return;
    if (item === 'UID') continue;
    const unreadable = await fetchSet(session, { set, items: [item], messages }, signal);
    if (unreadable.length > 0 && item === 'BODYSTRUCTURE') {
      messages.set(uid, { ...found, structure: UNREADABLE_STRUCTURE });
    }
  }
}
