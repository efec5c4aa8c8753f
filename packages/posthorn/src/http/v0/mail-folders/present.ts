/** A MailFolder as v0 shows it. */
import type { MailAccountId } from '../../../domain/mail-account.ts';
import type { MailFolder } from '../../../domain/mail-folder.ts';

/**
 * The members of v0's MailFolder, with the children in `data`, which is always there: without it, clients ask
 * for the children. `uidNext` lets them poll for new mail.
 */
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
