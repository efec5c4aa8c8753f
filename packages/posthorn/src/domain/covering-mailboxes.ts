/** Which mailboxes have to be looked into to see every message of an account once. */
import type { Mailbox, SpecialUse } from './mailbox.ts';

/** What an \All mailbox does not hold (RFC 6154 §2 leaves it open; Gmail, the one with such a mailbox, does it so). */
const OUTSIDE_OF_ALL: ReadonlySet<SpecialUse | undefined> = new Set<SpecialUse>(['junk', 'trash']);
/** Mailboxes that only show again what is in others (RFC 6154 §2). */
const VIEWS: ReadonlySet<SpecialUse | undefined> = new Set<SpecialUse>(['flagged', 'important']);

/**
 * The mailboxes that together hold every message of those given, and each message once as far as the server tells: an \All
 * mailbox stands for all but junk and trash. Mailboxes that cannot be opened or are known to be empty are left out.
 */
export function coveringMailboxes(mailboxes: readonly Mailbox[]): readonly Mailbox[] {
  const candidates = mailboxes.filter(
    ({ specialUse, isSelectable, counts }) => isSelectable && !VIEWS.has(specialUse) && counts?.total !== 0,
  );
  const all = candidates.find(({ specialUse }) => specialUse === 'all');
  if (!all) return candidates;
  return [all, ...candidates.filter(({ specialUse }) => OUTSIDE_OF_ALL.has(specialUse))];
}
