import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import type { MailFolder } from '../../../domain/mailboxes/mail-folder.ts';

/** v0's MailFolder. `data` (children) is always set: clients request a missing one. `uidNext` serves polling. */
export function presentMailFolder(folder: MailFolder, mailAccountId: MailAccountId): object {
  const { mailbox, name, type, counts, children } = folder;
  return {
    id: mailbox,
    mailAccountId,
    name,
    unreadCount: counts?.unread ?? 0,
    folderType: type,
    ...(counts !== undefined && { uidNext: String(counts.uidNext) }),
    data: children.map((child) => presentMailFolder(child, mailAccountId)),
  };
}
