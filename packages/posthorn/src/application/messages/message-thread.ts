import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import type { MessageItemAttribute } from '../../domain/messages/message-item.ts';
import type { MessageCriterion } from '../../domain/messages/message-query.ts';
import type { MessageRef } from '../../domain/messages/message-ref.ts';
import type { MailStore, MessageSelection } from '../ports/mail/mail-store.ts';
import type { FoundMessage } from './found-message.ts';
import { readMessages } from './read-messages.ts';
import { compareSearchPositions, searchPositionOf } from './search-position.ts';

export type MessageThreadRequest = MessageRef & { readonly selection: MessageSelection };

/** A conversation's messages. */
export interface MessageThread {
  readonly messages: readonly FoundMessage[];
  /** Folders that reached a limit. */
  readonly unsearched: readonly MailboxName[];
}

const OWN_ATTRIBUTES: readonly MessageItemAttribute[] = ['date', 'messageId'];
const NOTHING_ELSE: MessageSelection = { attributes: new Set() };

/**
 * The conversation, oldest first. Of copies, the requested one, else that in its folder, else the first.
 * Throws like `MailStore.findThread` and `MailStore.listMessages`.
 */
export async function readThread(
  { mailStore, selection, ...message }: MessageThreadRequest & { readonly mailStore: MailStore },
  signal: AbortSignal,
): Promise<MessageThread> {
  const found = await mailStore.findThread(message, signal);
  const attributes = new Set([...selection.attributes, ...OWN_ATTRIBUTES]);
  // First the requested message's folder, whose copies win.
  const messages = [message, ...found.messages];
  const read = await readMessages({ mailStore, messages, selection: { ...selection, attributes } }, signal);
  const sorted = withoutCopies(read, message).toSorted((a, b) =>
    compareSearchPositions(searchPositionOf(b), searchPositionOf(a)),
  );
  return { messages: sorted, unsearched: found.unsearched };
}

/** A conversation's criteria. */
export interface ThreadCriteria extends Pick<MessageThread, 'unsearched'> {
  readonly byMailbox: ReadonlyMap<MailboxName, MessageCriterion>;
}

/** The conversation's criteria. Throws like `readThread`. */
export async function threadCriteria(
  { mailStore, thread }: { readonly mailStore: MailStore; readonly thread: MessageRef },
  signal: AbortSignal,
): Promise<ThreadCriteria> {
  const { messages: found, unsearched } = await readThread(
    { ...thread, mailStore, selection: NOTHING_ELSE },
    signal,
  );
  const mailboxes = [...new Set(found.map(({ mailbox }) => mailbox))];
  const byMailbox = new Map(
    mailboxes.map((mailbox): [MailboxName, MessageCriterion] => {
      const uids = found.filter((message) => message.mailbox === mailbox).map(({ item }) => item.uid);
      return [mailbox, { kind: 'uids', uids }];
    }),
  );
  return { byMailbox, unsearched };
}

function withoutCopies(
  messages: readonly FoundMessage[],
  { mailbox, uid }: MessageRef,
): readonly FoundMessage[] {
  const kept = new Map<string, FoundMessage>();
  for (const message of messages) {
    const { item } = message;
    const isAskedFor = message.mailbox === mailbox && item.uid === uid;
    const key = item.messageId ? `id ${item.messageId}` : `uid ${item.uid} ${message.mailbox}`;
    if (isAskedFor || !kept.has(key)) kept.set(key, message);
  }
  return [...kept.values()];
}
