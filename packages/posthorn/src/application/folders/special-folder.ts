import type { MailAccount } from '../../domain/accounts/mail-account.ts';
import { assignFolderTypes, type FolderType } from '../../domain/mailboxes/folder-type.ts';
import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';

/** The folder for sent or deleted messages, or undefined. Throws like `MailStore.listUncountedMailboxes`. */
export async function findSpecialFolder(
  { mailStore, account }: { readonly mailStore: MailStore; readonly account: MailAccount },
  type: Exclude<FolderType, 'FOLDER'>,
  signal: AbortSignal,
): Promise<MailboxName | undefined> {
  const mailboxes = await mailStore.listUncountedMailboxes(account, signal);
  const types = assignFolderTypes(mailboxes.filter(({ isSelectable }) => isSelectable));
  return [...types].find(([, found]) => found === type)?.[0];
}
