import type { ViewMinimum } from '../../../application/ports/mail/mail-changes.ts';
import type { MailboxCounts } from '../../../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { MailboxPosition } from '../../../domain/mailboxes/mailbox-position.ts';
import type { UidRanges } from '../../../domain/values/uid-ranges.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { countMailbox } from '../session/mailbox-counts.ts';
import { changedUids } from './changed-uids.ts';
import { openResyncing } from './resyncing-session.ts';
import { searchRanges } from './search-ranges.ts';

/** One session's view. */
export interface MailboxView extends ViewMinimum {
  readonly uidValidity: number;
  readonly total: number;
  /** New messages and, with mod-sequences, changed flags. */
  readonly found: UidRanges | null;
}

/** One round trip; two if NOOP reports something. */
export async function viewMailbox(
  session: ImapSession,
  { mailbox, since }: { readonly mailbox: MailboxName; readonly since: MailboxPosition | null },
  signal: AbortSignal,
): Promise<MailboxView> {
  const opened = await openResyncing(session, mailbox, signal);
  const view = await look(session, { mailbox, since, hasModSeqs: opened.hasModSeqs }, signal);
  if (view.uidValidity === opened.uidValidity) return view;
  const { hasModSeqs } = await session.reopen(mailbox, signal);
  return look(session, { mailbox, since, hasModSeqs }, signal);
}

interface Look {
  readonly mailbox: MailboxName;
  readonly since: MailboxPosition | null;
  readonly hasModSeqs: boolean;
}

async function look(
  session: ImapSession,
  { mailbox, since, hasModSeqs }: Look,
  signal: AbortSignal,
): Promise<MailboxView> {
  const ask = () =>
    Promise.all([
      // Not stored: may include unreported messages.
      countMailbox(session, mailbox, signal),
      since && findNew(session, { since, hasModSeqs }, signal),
    ]);
  const before = session.invalidations;
  const [, asked] = await Promise.all([session.poll(signal), ask()]);
  // Dovecot runs pipelined commands before reporting news: then they are outdated.
  const [current, found] = before === session.invalidations ? asked : await ask();
  return toView(current, { hasModSeqs, found });
}

function toView(
  { uidValidity, uidNext, total, highestModSeq }: MailboxCounts,
  { hasModSeqs, found }: { readonly hasModSeqs: boolean; readonly found: UidRanges | null },
): MailboxView {
  const modSeq = hasModSeqs && highestModSeq !== null ? BigInt(highestModSeq) : null;
  return { uidValidity, uidNext, total, highestModSeq: modSeq, found };
}

function findNew(
  session: ImapSession,
  { since, hasModSeqs }: { readonly since: MailboxPosition; readonly hasModSeqs: boolean },
  signal: AbortSignal,
): Promise<UidRanges> {
  const { pending } = since;
  const modSeq = pending ? pending.sinceModSeq : since.highestModSeq;
  const below = pending?.below ?? null;
  if (hasModSeqs && modSeq !== null) return changedUids(session, { modSeq, below }, signal);
  if (below === null) return searchRanges(session, `UID ${since.uidNext}:*`, signal);
  const first = pending?.suspects?.firstUid ?? pending?.sinceUidNext ?? 1;
  return searchRanges(session, `UID ${Math.min(first, below - 1)}:${below - 1}`, signal);
}
