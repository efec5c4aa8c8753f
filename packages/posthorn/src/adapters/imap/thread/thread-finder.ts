import type { FoundThread } from '../../../application/ports/mail/mail-store.ts';
import { coveringMailboxes } from '../../../domain/mailboxes/covering-mailboxes.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { MessageCriterion } from '../../../domain/messages/message-query.ts';
import type { MessageRef } from '../../../domain/messages/message-ref.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { parseHeaderFields } from '../../../message/headers/header-fields.ts';
import { parseMessageIds } from '../../../message/headers/message-ids.ts';
import { headerFields } from '../fetch/fetch-items.ts';
import { fetchMessages } from '../fetch/fetched-messages.ts';
import { fetchMessage } from '../fetch/message-fetcher.ts';
import { listUncountedMailboxes } from '../mailboxes/listed-mailboxes.ts';
import { matchingUids } from '../search/matching-uids.ts';
import { toUids } from '../search/search-uids.ts';
import { openChecked } from '../session/checked-mailbox.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { withoutTwins } from './message-twins.ts';
import { threadOf } from './server-thread.ts';
import { searchByThreadId, type ThreadIdItem, threadIdItem } from './thread-id.ts';

const MAX_IDS_PER_SEARCH = 20;
const MAX_ROUNDS = 5;
const MAX_MESSAGES = 1_000;
const MAX_MAILBOXES = 200;

const ID_FIELDS = ['MESSAGE-ID', 'REFERENCES', 'IN-REPLY-TO'];
const ID_ITEMS = ['UID', headerFields(ID_FIELDS)] as const;

/** The conversation in all mailboxes, within limits. Throws `message-unknown`, `message-gone`. */
export async function findThread(
  session: ImapSession,
  message: MessageRef,
  signal: AbortSignal,
): Promise<FoundThread> {
  const { account, mailbox } = message;
  const thread = new ThreadMessages();
  thread.add(message);
  const item = threadIdItem(session.capabilities);
  const threadId = item && (await fetchThreadId(session, { message, item }, signal));
  const covering = coveringMailboxes(await listUncountedMailboxes(session, signal)).map(({ name }) => name);
  const mailboxes = covering.slice(0, MAX_MAILBOXES);
  const isWhole = threadId
    ? await addByThreadId(session, { thread, mailboxes, item, threadId }, signal)
    : await addByReferences(session, { thread, mailboxes, message }, signal);
  // Its messages have another mailbox too.
  const isLabel = !covering.includes(mailbox);
  const found = thread.values();
  const each = isLabel ? await withoutTwins(session, { messages: found, mailbox }, signal) : found;
  return {
    messages: each.map((one) => ({ account, ...one })),
    unsearched: (isWhole ? covering.slice(MAX_MAILBOXES) : covering).slice(0, MAX_MAILBOXES),
  };
}

interface ThreadSearch {
  readonly thread: ThreadMessages;
  readonly mailboxes: readonly MailboxName[];
}

type MailboxMessage = Pick<MessageRef, 'mailbox' | 'uid'>;

class ThreadMessages {
  readonly #messages = new Map<string, MailboxMessage>();
  #hasRefused = false;

  get hasRefused(): boolean {
    return this.#hasRefused;
  }

  get isFull(): boolean {
    return this.#messages.size >= MAX_MESSAGES;
  }

  /** True if new. */
  add({ mailbox, uid }: MailboxMessage): boolean {
    const key = `${uid} ${mailbox}`;
    if (this.#messages.has(key)) return false;
    this.#hasRefused ||= this.isFull;
    if (this.isFull) return false;
    this.#messages.set(key, { mailbox, uid });
    return true;
  }

  values(): readonly MailboxMessage[] {
    return [...this.#messages.values()];
  }
}

async function fetchThreadId(
  session: ImapSession,
  { message, item }: { message: MessageRef; item: ThreadIdItem },
  signal: AbortSignal,
): Promise<string | undefined> {
  await openChecked(session, message, signal);
  const { threadId } = await fetchMessage(session, { uid: message.uid, items: ['UID', item] }, signal);
  return threadId ?? undefined;
}

/** True if all were added. */
async function addByThreadId(
  session: ImapSession,
  { thread, mailboxes, item, threadId }: ThreadSearch & { item: ThreadIdItem; threadId: string },
  signal: AbortSignal,
): Promise<boolean> {
  for (const mailbox of mailboxes) {
    await session.open(mailbox, signal);
    for (const uid of await searchByThreadId(session, { item, threadId }, signal))
      thread.add({ mailbox, uid });
  }
  return !thread.hasRefused;
}

/** By Message-ID, References and In-Reply-To (RFC 5322 §3.6.4). True when complete. */
async function addByReferences(
  session: ImapSession,
  { thread, mailboxes, message }: ThreadSearch & { message: MessageRef },
  signal: AbortSignal,
): Promise<boolean> {
  const searched = new Set<string>();
  let pending = await readOwnIds(session, { thread, message }, signal);
  for (let round = 0; round < MAX_ROUNDS && pending.length > 0 && !thread.isFull; round += 1) {
    const ids = pending.slice(0, MAX_IDS_PER_SEARCH);
    for (const id of ids) searched.add(id);
    const discovered = new Set(pending.slice(MAX_IDS_PER_SEARCH));
    for (const mailbox of mailboxes) {
      for (const id of await addReferring(session, { thread, mailbox, ids }, signal)) discovered.add(id);
    }
    pending = [...discovered].filter((id) => !searched.has(id));
  }
  return pending.length === 0 && !thread.hasRefused;
}

async function readOwnIds(
  session: ImapSession,
  { thread, message }: { thread: ThreadMessages; message: MessageRef },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { mailbox, uid } = message;
  await openChecked(session, message, signal);
  await fetchMessage(session, { uid, items: ['UID'] }, signal);
  const canThread = session.capabilities.has('THREAD=REFERENCES');
  const linked = canThread ? await threadOf(session, uid, signal) : [];
  for (const each of linked) thread.add({ mailbox, uid: each });
  return readIds(session, [uid, ...linked], signal);
}

async function addReferring(
  session: ImapSession,
  { thread, mailbox, ids }: { thread: ThreadMessages; mailbox: MailboxName; ids: readonly string[] },
  signal: AbortSignal,
): Promise<readonly string[]> {
  await session.open(mailbox, signal);
  const criteria = ids.map((messageId): MessageCriterion => ({ kind: 'refers-to', messageId }));
  const uids = toUids(await matchingUids(session, { kind: 'any-of', criteria }, signal));
  const fresh = uids.filter((uid) => thread.add({ mailbox, uid }));
  return fresh.length === 0 ? [] : readIds(session, fresh, signal);
}

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
