import { type FetchItem, fetch, MessageSet, type UnreadableResponse } from 'posthorn-imap';
import type { Uid } from '../../../domain/values/uid.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { UNREADABLE_STRUCTURE } from './body-parts.ts';
import { type FetchedMessage, mergeMessages, toFetchedMessage } from './fetched-message.ts';
import { readLongHeaders } from './long-headers.ts';

/** One FETCH. */
export interface FetchRequest {
  readonly uids: readonly Uid[];
  readonly items: readonly FetchItem[];
  /** In flight together: no two of a batch name the same message. */
  readonly batch?: symbol;
}

type Messages = Map<Uid, FetchedMessage>;

/** Existing messages. Unreadable ones are fetched again by item: none may be missing (RFC 9051 §6.4.9). */
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

/** Requests in flight together, none for the same message. */
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
  readonly messages: Messages;
  readonly batch?: FetchRequest['batch'];
}

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
        // Twice: others changed a flag.
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

/** Without a uid, any missing message. */
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
  // Proves existence.
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
