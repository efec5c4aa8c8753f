/** Which mailboxes a search of a whole account has to look into. */
import { buildMailFolderTree } from '../domain/mail-folder-tree.ts';
import type { Mailbox, SpecialUse } from '../domain/mailbox.ts';
import type { MailboxName } from '../domain/mailbox-name.ts';
import { placeMailFolders } from './placed-mail-folder.ts';

/** What an \All mailbox does not hold (RFC 6154 §2 leaves it open; Gmail, the one with such a mailbox, does it so). */
const OUTSIDE_OF_ALL: ReadonlySet<SpecialUse | undefined> = new Set<SpecialUse>(['junk', 'trash']);
/** Mailboxes that only show again what is in others (RFC 6154 §2). */
const VIEWS: ReadonlySet<SpecialUse | undefined> = new Set<SpecialUse>(['flagged', 'important']);

/**
 * The mailboxes that together hold every message that the account shows, and each message once as far as the
 * server tells: where an \All mailbox is shown, it stands for all but junk and trash. INBOX comes first, since a
 * search may run out of time; mailboxes that are known to be empty are left out.
 */
export function searchedMailboxes(
  mailboxes: readonly Mailbox[],
  roots: readonly MailboxName[],
): readonly MailboxName[] {
  const placed = placeMailFolders(buildMailFolderTree(mailboxes, roots));
  const shown = new Set(placed.map(({ folder }) => folder.mailbox));
  const candidates = mailboxes.filter(
    ({ name, specialUse, counts }) => shown.has(name) && !VIEWS.has(specialUse) && counts?.total !== 0,
  );
  const all = candidates.find(({ specialUse }) => specialUse === 'all');
  const searched = all
    ? [all, ...candidates.filter(({ specialUse }) => OUTSIDE_OF_ALL.has(specialUse))]
    : candidates;
  const names = new Set(searched.map(({ name }) => name));
  const inbox = [...names].filter((name) => name === 'INBOX');
  return [...new Set([...inbox, ...names])];
}
