/** Selects the mailboxes that together contain every message of an account once. */
import type { Mailbox, SpecialUse } from './mailbox.ts';

/** Mailboxes whose messages an \All mailbox lacks (RFC 6154 §2 leaves it open; these are Gmail's). */
const OUTSIDE_OF_ALL: ReadonlySet<SpecialUse | undefined> = new Set<SpecialUse>(['junk', 'trash']);
/** Virtual mailboxes, which show messages of others again (RFC 6154 §2). */
const VIEWS: ReadonlySet<SpecialUse | undefined> = new Set<SpecialUse>(['flagged', 'important']);

/**
 * The fewest of these mailboxes that contain all their messages, each once as far as special uses show it: an \All
 * mailbox replaces all but junk and trash. Mailboxes that cannot be opened or are known to be empty are left out.
 */
export function coveringMailboxes(mailboxes: readonly Mailbox[]): readonly Mailbox[] {
  const candidates = mailboxes.filter(
    ({ specialUse, isSelectable, counts }) => isSelectable && !VIEWS.has(specialUse) && counts?.total !== 0,
  );
  const all = candidates.find(({ specialUse }) => specialUse === 'all');
  if (!all) return candidates;
  return [all, ...candidates.filter(({ specialUse }) => OUTSIDE_OF_ALL.has(specialUse))];
}
