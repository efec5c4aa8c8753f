/** Application service: the folders of an account as a tree. */
import type { MailAccount } from '../domain/mail-account.ts';
import type { MailFolder } from '../domain/mail-folder.ts';
import { buildMailFolderTree } from '../domain/mail-folder-tree.ts';
import type { MailboxName } from '../domain/mailbox-name.ts';
import type { MailStore } from './ports/mail-store.ts';

export interface MailFolderRequest {
  readonly account: MailAccount;
  /** Roots that the client names itself; an empty list shows all. Without it the account's own roots hold. */
  readonly roots?: readonly MailboxName[];
}

/** Throws what `MailStore.listMailboxes` throws. */
export interface MailFolders {
  /** The folders at the top, each with its children. */
  list(request: MailFolderRequest, signal: AbortSignal): Promise<readonly MailFolder[]>;
}

export interface MailFoldersDependencies {
  readonly mailStore: MailStore;
}

export function createMailFolders({ mailStore }: MailFoldersDependencies): MailFolders {
  return {
    async list({ account, roots }, signal) {
      const mailboxes = await mailStore.listMailboxes(account, signal);
      return buildMailFolderTree(mailboxes, roots ?? account.roots);
    },
  };
}
