import { setTimeout as wait } from 'node:timers/promises';
import type { MailAccount } from '../../domain/accounts/mail-account.ts';
import type { MailboxRef } from '../../domain/accounts/mailbox-ref.ts';
import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import type { MessageQuery } from '../../domain/messages/message-query.ts';
import type { ExactMessageRef, MessageRef } from '../../domain/messages/message-ref.ts';
import { findSpecialFolder } from '../folders/special-folder.ts';
import type { MailStore, MessageSelection } from '../ports/mail/mail-store.ts';
import type { MailWriter } from '../ports/mail/mail-writer.ts';
import type { SentMessage } from '../ports/state/sent-message.ts';
import { draftStateOf } from './draft-state.ts';

const COPY_WAITS_MS = [0, 500, 1500, 3000];

const IDENTITY: MessageSelection = {
  attributes: new Set(['keywords', 'messageId']),
};

/** Dependencies. */
export interface SentCopiesDependencies {
  readonly mailStore: MailStore;
  readonly mailWriter: MailWriter;
  readonly keepsSentCopy: (account: MailAccount) => boolean;
  /** Pauses before looking for the provider's copy. */
  readonly copyWaitsMs?: readonly number[];
}

export type Filing = Pick<SentMessage, 'filed' | 'warnings'>;

/** A message to file. */
export interface OutgoingDraft {
  readonly message: ExactMessageRef;
  readonly messageId: string | null;
}

/** Files sent messages. */
export interface SentCopies {
  /**
   * The newest message with this Message-ID that the provider filed before the submission, or null. Throws like
   * `MailStore`.
   */
  findEarlier(draft: OutgoingDraft, signal: AbortSignal): Promise<Filing['filed']>;

  /**
   * Moves the sent draft to the sent folder. If the provider files sent mail, finds its copy and removes the draft;
   * without a copy newer than `earlier`, keeps it. Throws like `MailWriter`.
   */
  file(sent: OutgoingDraft & { readonly earlier: Filing['filed'] }, signal: AbortSignal): Promise<Filing>;

  /**
   * For clients moving sent mail themselves: removes the message and returns the provider's copy; null
   * without one.
   */
  adopt(
    move: { readonly message: MessageRef; readonly target: MailboxName },
    signal: AbortSignal,
  ): Promise<ExactMessageRef | null>;
}

/** The service. */
export function createSentCopies(dependencies: SentCopiesDependencies): SentCopies {
  const { mailStore, mailWriter, keepsSentCopy, copyWaitsMs = COPY_WAITS_MS } = dependencies;
  return {
    async findEarlier({ message: { account }, messageId }, signal) {
      if (!keepsSentCopy(account)) return null;
      const mailbox = await findSpecialFolder({ mailStore, account }, 'SENT', signal);
      return mailbox ? findCopy(mailStore, { account, mailbox, messageId }, signal) : null;
    },

    async file({ message, messageId, earlier }, signal) {
      const { account, ...current } = message;
      const folder = await findSpecialFolder({ mailStore, account }, 'SENT', signal);
      if (folder === undefined) return { filed: null, warnings: ['not-filed'] };
      if (folder === current.mailbox) return { filed: current, warnings: [] };
      if (!keepsSentCopy(account)) {
        const identity = await mailWriter.moveMessage({ ...message, target: folder }, signal);
        return { filed: { ...identity, mailbox: folder }, warnings: [] };
      }
      const search = { account, mailbox: folder, messageId, earlier };
      const copy = await awaitCopy(mailStore, { ...search, copyWaitsMs }, signal);
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
      const search = { account, mailbox: target, messageId: item.messageId ?? null, earlier: null };
      const copy = await awaitCopy(mailStore, { ...search, copyWaitsMs }, signal);
      if (copy === null) return null;
      await mailWriter.deleteMessage(message, signal);
      return { account, ...copy };
    },
  };
}

interface CopySearch extends MailboxRef {
  readonly messageId: string | null;
}

interface CopyWait extends CopySearch {
  readonly earlier: Filing['filed'];
  readonly copyWaitsMs: readonly number[];
}

/** Other programs' copies of a draft share its Message-ID: an earlier copy is of another mail. */
async function awaitCopy(
  mailStore: MailStore,
  { earlier, copyWaitsMs, ...search }: CopyWait,
  signal: AbortSignal,
): Promise<Filing['filed']> {
  for (const waitMs of copyWaitsMs) {
    await wait(waitMs, undefined, { signal });
    const copy = await findCopy(mailStore, search, signal);
    if (copy !== null && !(copy.uidValidity === earlier?.uidValidity && copy.uid <= earlier.uid)) return copy;
  }
  return null;
}

/** The newest message with that Message-ID, or null. */
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
  };
  const { items, uidValidity } = await mailStore.listMessages({ account, mailbox, query }, signal);
  const [found] = items;
  return found === undefined ? null : { mailbox, uidValidity, uid: found.uid };
}
