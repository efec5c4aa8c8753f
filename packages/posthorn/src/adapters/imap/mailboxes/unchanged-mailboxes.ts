import type { Mailbox, MailboxCounts } from '../../../domain/mailboxes/mailbox.ts';
import type { ImapSession } from '../session/imap-session.ts';

const lastListed = new WeakMap<ImapSession, readonly Mailbox[]>();

/** The same object if unchanged: derived values stay valid. */
export function asListedBefore(session: ImapSession, mailboxes: readonly Mailbox[]): readonly Mailbox[] {
  const last = lastListed.get(session);
  if (last && areSame(last, mailboxes)) return last;
  lastListed.set(session, mailboxes);
  return mailboxes;
}

function areSame(mailboxes: readonly Mailbox[], others: readonly Mailbox[]): boolean {
  return (
    mailboxes.length === others.length &&
    mailboxes.every((mailbox, index) => isSame(mailbox, others[index] as Mailbox))
  );
}

function isSame({ counts, ...mailbox }: Mailbox, { counts: otherCounts, ...other }: Mailbox): boolean {
  return hasSameMembers(mailbox, other) && hasSameCounts(counts, otherCounts);
}

function hasSameCounts(counts: MailboxCounts | undefined, others: MailboxCounts | undefined): boolean {
  if (counts === undefined || others === undefined) return counts === others;
  return hasSameMembers(counts, others);
}

function hasSameMembers<Type extends object>(value: Type, other: Type): boolean {
  const names = Object.keys(value) as (keyof Type)[];
  return (
    names.length === Object.keys(other).length && names.every((name) => Object.is(value[name], other[name]))
  );
}
