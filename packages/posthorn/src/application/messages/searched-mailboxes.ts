import { coveringMailboxes } from '../../domain/mailboxes/covering-mailboxes.ts';
import { assignFolderTypes, type FolderType } from '../../domain/mailboxes/folder-type.ts';
import { buildMailFolderTree } from '../../domain/mailboxes/mail-folder-tree.ts';
import type { Mailbox } from '../../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import { placeMailFolders } from '../folders/placed-mail-folder.ts';

/** With their children. */
const LEFT_OUT: ReadonlySet<FolderType> = new Set(['JUNK', 'TRASH']);

/** The mailboxes of visible messages, without junk and trash. INBOX is first: a search may time out. */
export function searchedMailboxes(
  mailboxes: readonly Mailbox[],
  roots: readonly MailboxName[],
): readonly MailboxName[] {
  const placed = placeMailFolders(buildMailFolderTree(mailboxes, roots));
  const types = assignFolderTypes(mailboxes);
  const leftOut = mailboxes.filter(({ name }) => LEFT_OUT.has(types.get(name) ?? 'FOLDER'));
  const isLeftOut = (mailbox: MailboxName): boolean =>
    leftOut.some(({ name, delimiter }) => {
      return mailbox === name || (delimiter !== null && mailbox.startsWith(name + delimiter));
    });
  const shown = new Set(placed.map(({ folder }) => folder.mailbox).filter((name) => !isLeftOut(name)));
  const names = new Set(
    coveringMailboxes(mailboxes.filter(({ name }) => shown.has(name))).map(({ name }) => name),
  );
  const inbox = [...names].filter((name) => name === 'INBOX');
  return [...new Set([...inbox, ...names])];
}
