import type { Mailbox, SpecialUse } from './mailbox.ts';

/** Gmail's \All lacks them (RFC 6154 §2 permits that). */
const OUTSIDE_OF_ALL: ReadonlySet<SpecialUse | undefined> = new Set<SpecialUse>(['junk', 'trash']);
/** Repeat messages of others (RFC 6154 §2). */
const VIEWS: ReadonlySet<SpecialUse | undefined> = new Set<SpecialUse>(['flagged', 'important']);

/**
 * The fewest non-empty, selectable mailboxes with every message once. \All replaces all but junk and trash.
 */
export function coveringMailboxes(mailboxes: readonly Mailbox[]): readonly Mailbox[] {
  const candidates = mailboxes.filter(
    ({ specialUse, isSelectable, counts }) => isSelectable && !VIEWS.has(specialUse) && counts?.total !== 0,
  );
  const all = candidates.find(({ specialUse }) => specialUse === 'all');
  if (!all) return candidates;
  return [all, ...candidates.filter(({ specialUse }) => OUTSIDE_OF_ALL.has(specialUse))];
}
