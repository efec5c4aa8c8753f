/** Puts sent messages where the account keeps them. */
import { setTimeout as wait } from 'node:timers/promises';
import type { MailAccount } from '../domain/mail-account.ts';
import type { MailboxName } from '../domain/mailbox-name.ts';
import { DEFAULT_PREVIEW } from '../domain/message-query.ts';
import type { IdentifiedMessage } from './message-location.ts';
import type { MailStore } from './ports/mail-store.ts';
import type { MailWriter } from './ports/mail-writer.ts';
import type { SentMessage } from './sent-message.ts';
import { findSpecialFolder } from './special-folder.ts';

/** How long the provider may take until its copy is seen, in steps. */
const COPY_WAITS_MS = [0, 500, 1500, 3000];

export interface SentCopiesDependencies {
  readonly mailStore: MailStore;
  readonly mailWriter: MailWriter;
  /** True for accounts whose provider files what it sends. */
  readonly keepsSentCopy: (account: MailAccount) => boolean;
}

/** Where a message was filed, or why it was not. */
export type Filing = Pick<SentMessage, 'filed' | 'warnings'>;

export interface SentCopies {
  /**
   * Brings the sent draft into the sent folder. Where the provider files what it sends, its copy is looked for and
   * the draft is removed; a copy that does not show leaves the draft where it is. Throws what `MailWriter` throws.
   */
  file(message: IdentifiedMessage, messageId: string | null, signal: AbortSignal): Promise<Filing>;
}

export function createSentCopies(dependencies: SentCopiesDependencies): SentCopies {
  const { mailStore, mailWriter, keepsSentCopy } = dependencies;
  return {
    async file({ account, ...place }, messageId, signal) {
      const folder = await findSpecialFolder({ mailStore, account }, 'SENT', signal);
      if (folder === undefined) return { filed: null, warnings: ['not-filed'] };
      if (folder === place.mailbox) return { filed: place, warnings: [] };
      if (!keepsSentCopy(account)) {
        const identity = await mailWriter.moveMessage(account, place, folder, signal);
        return { filed: { ...identity, mailbox: folder }, warnings: [] };
      }
      const copy = await awaitCopy(mailStore, { account, folder, messageId }, signal);
      if (copy === undefined) return { filed: null, warnings: ['copy-not-found'] };
      await mailWriter.deleteMessage(account, place, signal);
      return { filed: copy, warnings: [] };
    },
  };
}

interface CopySearch {
  readonly account: MailAccount;
  readonly folder: MailboxName;
  readonly messageId: string | null;
}

async function awaitCopy(
  mailStore: MailStore,
  search: CopySearch,
  signal: AbortSignal,
): Promise<SentMessage['filed'] | undefined> {
  for (const waitMs of COPY_WAITS_MS) {
    await wait(waitMs, undefined, { signal });
    const copy = await findCopy(mailStore, search, signal);
    if (copy !== undefined) return copy;
  }
  return undefined;
}

/** The message of that Message-ID in the folder; undefined when there is none, or the message has no id. */
export async function findCopy(
  mailStore: MailStore,
  { account, folder, messageId }: CopySearch,
  signal: AbortSignal,
): Promise<SentMessage['filed'] | undefined> {
  if (messageId === null) return undefined;
  const page = await mailStore.listMessages(
    account,
    folder,
    {
      window: null,
      maxRows: 1,
      order: [{ key: 'uid', isDescending: true }],
      criterion: { kind: 'message-id', messageId },
      attributes: new Set(),
      preview: DEFAULT_PREVIEW,
    },
    signal,
  );
  const [found] = page.items;
  return found && { mailbox: folder, uid: found.uid, uidValidity: page.uidValidity };
}
