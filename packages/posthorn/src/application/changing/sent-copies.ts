/** Puts sent messages where the account keeps them. */
import { setTimeout as wait } from 'node:timers/promises';
import type { MailAccount } from '../../domain/mail-account.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { MailboxRef } from '../../domain/mailbox-ref.ts';
import { DEFAULT_PREVIEW, type MessageQuery } from '../../domain/message-query.ts';
import type { ExactMessageRef, MessageRef } from '../../domain/message-ref.ts';
import { findSpecialFolder } from '../folders/special-folder.ts';
import type { MailStore, MessageSelection } from '../ports/mail/mail-store.ts';
import type { MailWriter } from '../ports/mail/mail-writer.ts';
import { draftStateOf } from './draft-state.ts';
import type { SentMessage } from './sent-message.ts';

/** How long the provider may take until its copy is seen, in steps. */
const COPY_WAITS_MS = [0, 500, 1500, 3000];

/** The attributes that identify a sent message. */
const IDENTITY: MessageSelection = {
  attributes: new Set(['keywords', 'messageId']),
  preview: DEFAULT_PREVIEW,
};

/** What `createSentCopies` works with. */
export interface SentCopiesDependencies {
  readonly mailStore: MailStore;
  readonly mailWriter: MailWriter;
  /** True for accounts whose provider files what it sends. */
  readonly keepsSentCopy: (account: MailAccount) => boolean;
}

/** Where a message was filed, or why it was not. */
export type Filing = Pick<SentMessage, 'filed' | 'warnings'>;

/** Files sent messages in the sent folder. */
export interface SentCopies {
  /**
   * Brings the sent draft into the sent folder. Where the provider files what it sends, its copy is looked for and
   * the draft is removed; a copy that does not show leaves the draft where it is. Throws what `MailWriter` throws.
   */
  file(
    sent: { readonly message: ExactMessageRef; readonly messageId: string | null },
    signal: AbortSignal,
  ): Promise<Filing>;

  /**
   * For a client that moves what it has sent itself: where the provider has filed its copy already, the message is removed
   * and the copy is returned. Null when there is no copy, and the message must be moved.
   */
  adopt(
    move: { readonly message: MessageRef; readonly target: MailboxName },
    signal: AbortSignal,
  ): Promise<ExactMessageRef | null>;
}

/** Creates the service that files sent messages. */
export function createSentCopies(dependencies: SentCopiesDependencies): SentCopies {
  const { mailStore, mailWriter, keepsSentCopy } = dependencies;
  return {
    async file({ message, messageId }, signal) {
      const { account, ...current } = message;
      const folder = await findSpecialFolder({ mailStore, account }, 'SENT', signal);
      if (folder === undefined) return { filed: null, warnings: ['not-filed'] };
      if (folder === current.mailbox) return { filed: current, warnings: [] };
      if (!keepsSentCopy(account)) {
        const identity = await mailWriter.moveMessage({ ...message, target: folder }, signal);
        return { filed: { ...identity, mailbox: folder }, warnings: [] };
      }
      const copy = await awaitCopy(mailStore, { account, mailbox: folder, messageId }, signal);
      if (copy === null) return { filed: null, warnings: ['copy-not-found'] };
      await mailWriter.deleteMessage(message, signal);
      return { filed: copy, warnings: [] };
    },

    async adopt({ message, target }, signal) {
      const { account } = message;
      if (!keepsSentCopy(account)) return null;
      const item = await mailStore.getMessage({ ...message, selection: IDENTITY }, signal);
      if (draftStateOf({ keywords: item.keywords ?? [] }) !== 'sent') return null;
      if (target !== (await findSpecialFolder({ mailStore, account }, 'SENT', signal))) return null;
      const search = { account, mailbox: target, messageId: item.messageId ?? null };
      const copy = await awaitCopy(mailStore, search, signal);
      if (copy === null) return null;
      await mailWriter.deleteMessage(message, signal);
      return { account, ...copy };
    },
  };
}

interface CopySearch extends MailboxRef {
  readonly messageId: string | null;
}

async function awaitCopy(
  mailStore: MailStore,
  search: CopySearch,
  signal: AbortSignal,
): Promise<SentMessage['filed']> {
  for (const waitMs of COPY_WAITS_MS) {
    await wait(waitMs, undefined, { signal });
    const copy = await findCopy(mailStore, search, signal);
    if (copy !== null) return copy;
  }
  return null;
}

/** The message of that Message-ID in the mailbox; null when there is none, or the message has no id. */
export async function findCopy(
  mailStore: MailStore,
  { account, mailbox, messageId }: CopySearch,
  signal: AbortSignal,
): Promise<SentMessage['filed']> {
  if (messageId === null) return null;
  const query: MessageQuery = {
    window: null,
    maxRows: 1,
    order: [{ key: 'uid', isDescending: true }],
    criterion: { kind: 'message-id', messageId },
    attributes: new Set(),
    preview: DEFAULT_PREVIEW,
  };
  const { items, uidValidity } = await mailStore.listMessages({ account, mailbox, query }, signal);
  const [found] = items;
  return found === undefined ? null : { mailbox, uidValidity, uid: found.uid };
}
