/** Finds the messages of a conversation in all mailboxes of an account. */
import type { MessagePlace } from '../../application/ports/mail-store.ts';
import { coveringMailboxes } from '../../domain/covering-mailboxes.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { MessageCriterion } from '../../domain/message-query.ts';
import type { Uid } from '../../domain/uid.ts';
import { parseHeaderFields } from '../../message/header-fields.ts';
import { parseMessageIds } from '../../message/message-ids.ts';
import { headerFields } from './fetch-items.ts';
import { fetchMessages } from './fetched-messages.ts';
import type { ImapSession } from './imap-session.ts';
import { listMailboxes } from './listed-mailboxes.ts';
import { fetchMessage } from './message-fetcher.ts';
import { searchUids } from './search-uids.ts';
import { threadOf } from './server-thread.ts';
import { searchByThreadId, type ThreadIdItem, threadIdItem } from './thread-id.ts';

/** Message-IDs that one search looks for; those beyond are looked for in the next round. */
const MAX_IDS_PER_SEARCH = 20;
/** How often newly found messages may lead to further ones. */
const MAX_ROUNDS = 5;
/** Messages of one conversation at most. */
const MAX_MESSAGES = 1_000;
/** Mailboxes that are searched at most; each costs two round trips or more. */
const MAX_MAILBOXES = 200;

const ID_FIELDS = ['MESSAGE-ID', 'REFERENCES', 'IN-REPLY-TO'];
const ID_ITEMS = ['UID', headerFields(ID_FIELDS)] as const;

/** All messages of the conversation, including the given one. Throws `message-unknown`. */
export async function findThread(
  session: ImapSession,
  place: MessagePlace,
  signal: AbortSignal,
): Promise<readonly MessagePlace[]> {
  const places = new PlaceSet();
  places.add(place);
  const item = threadIdItem(session.capabilities);
  const threadId = item && (await fetchThreadId(session, { place, item }, signal));
  if (threadId) await addByThreadId(session, { places, item, threadId }, signal);
  else await addByReferences(session, { places, place }, signal);
  return places.values();
}

/** Places, each once. */
class PlaceSet {
  readonly #places = new Map<string, MessagePlace>();

  get isFull(): boolean {
    return this.#places.size >= MAX_MESSAGES;
  }

  /** True when the place is new. */
  add({ mailbox, uid }: MessagePlace): boolean {
    const key = `${uid} ${mailbox}`;
    if (this.#places.has(key) || this.isFull) return false;
    this.#places.set(key, { mailbox, uid });
    return true;
  }

  values(): readonly MessagePlace[] {
    return [...this.#places.values()];
  }
}

async function searchedMailboxes(session: ImapSession, signal: AbortSignal): Promise<readonly MailboxName[]> {
  const mailboxes = coveringMailboxes(await listMailboxes(session, signal));
  return mailboxes.slice(0, MAX_MAILBOXES).map(({ name }) => name);
}

async function fetchThreadId(
  session: ImapSession,
  { place: { mailbox, uid }, item }: { place: MessagePlace; item: ThreadIdItem },
  signal: AbortSignal,
): Promise<string | undefined> {
  await session.open(mailbox, signal);
  const message = await fetchMessage(session, { uid, items: ['UID', item] }, signal);
  return message.threadId ?? undefined;
}

async function addByThreadId(
  session: ImapSession,
  { places, item, threadId }: { places: PlaceSet; item: ThreadIdItem; threadId: string },
  signal: AbortSignal,
): Promise<void> {
  for (const mailbox of await searchedMailboxes(session, signal)) {
    await session.open(mailbox, signal);
    for (const uid of await searchByThreadId(session, { item, threadId }, signal))
      places.add({ mailbox, uid });
  }
}

/** Follows Message-ID, References and In-Reply-To (RFC 5322 §3.6.4) until no new message turns up. */
async function addByReferences(
  session: ImapSession,
  { places, place }: { places: PlaceSet; place: MessagePlace },
  signal: AbortSignal,
): Promise<void> {
  const searched = new Set<string>();
  let pending = await readOwnIds(session, { places, place }, signal);
  const mailboxes = await searchedMailboxes(session, signal);
  for (let round = 0; round < MAX_ROUNDS && pending.length > 0 && !places.isFull; round += 1) {
    const ids = pending.slice(0, MAX_IDS_PER_SEARCH);
    for (const id of ids) searched.add(id);
    const discovered = new Set(pending.slice(MAX_IDS_PER_SEARCH));
    for (const mailbox of mailboxes) {
      for (const id of await addReferring(session, { places, mailbox, ids }, signal)) discovered.add(id);
    }
    pending = [...discovered].filter((id) => !searched.has(id));
  }
}

/** The ids of the message and of what the server links with it in its own mailbox. */
async function readOwnIds(
  session: ImapSession,
  { places, place: { mailbox, uid } }: { places: PlaceSet; place: MessagePlace },
  signal: AbortSignal,
): Promise<readonly string[]> {
  await session.open(mailbox, signal);
  await fetchMessage(session, { uid, items: ['UID'] }, signal);
  const canThread = session.capabilities.has('THREAD=REFERENCES');
  const linked = canThread ? await threadOf(session, uid, signal) : [];
  for (const each of linked) places.add({ mailbox, uid: each });
  return readIds(session, [uid, ...linked], signal);
}

/** Adds the messages of a mailbox that have or refer to one of the ids, and returns the further ids of these. */
async function addReferring(
  session: ImapSession,
  { places, mailbox, ids }: { places: PlaceSet; mailbox: MailboxName; ids: readonly string[] },
  signal: AbortSignal,
): Promise<readonly string[]> {
  await session.open(mailbox, signal);
  const criteria = ids.map((messageId): MessageCriterion => ({ kind: 'refers-to', messageId }));
  const uids = await searchUids(session, { kind: 'any-of', criteria }, signal);
  const fresh = uids.filter((uid) => places.add({ mailbox, uid }));
  return fresh.length === 0 ? [] : readIds(session, fresh, signal);
}

/** The Message-IDs that the messages bear or refer to. */
async function readIds(
  session: ImapSession,
  uids: readonly Uid[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const fetched = await fetchMessages(session, { uids, items: ID_ITEMS }, signal);
  const ids = new Set<string>();
  for (const { header } of fetched.values()) {
    const fields = parseHeaderFields(header ?? new Uint8Array());
    for (const name of ID_FIELDS) {
      for (const id of parseMessageIds(fields.first(name) ?? '')) ids.add(id);
    }
  }
  return [...ids];
}
