/** Which mailboxes a search of a whole account has to look into. */
import { coveringMailboxes } from '../domain/covering-mailboxes.ts';
import { buildMailFolderTree } from '../domain/mail-folder-tree.ts';
import type { Mailbox } from '../domain/mailbox.ts';
import type { MailboxName } from '../domain/mailbox-name.ts';
import { placeMailFolders } from './placed-mail-folder.ts';

/**
 * The mailboxes that together hold every message that the account shows. INBOX comes first, since a search may run out of
 * time.
 */
export function searchedMailboxes(
  mailboxes: readonly Mailbox[],
  roots: readonly MailboxName[],
): readonly MailboxName[] {
  const placed = placeMailFolders(buildMailFolderTree(mailboxes, roots));
  const shown = new Set(placed.map(({ folder }) => folder.mailbox));
  const names = new Set(
    coveringMailboxes(mailboxes.filter(({ name }) => shown.has(name))).map(({ name }) => name),
  );
  const inbox = [...names].filter((name) => name === 'INBOX');
  return [...new Set([...inbox, ...names])];
}
