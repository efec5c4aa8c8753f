/** What a session sees of a mailbox now. */
import { encodeMailboxName, noop, type StatusItem, status } from 'posthorn-imap';
import type { ViewMinimum } from '../../../application/ports/mail-changes.ts';
import { MailError } from '../../../domain/mail-error.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { MailboxPosition } from '../../../domain/mailbox-position.ts';
import type { UidRanges } from '../../../domain/uid-ranges.ts';
import type { ImapSession } from '../imap-session.ts';
import { changedUids } from './changed-uids.ts';
import { openResyncing } from './resyncing-session.ts';
import { searchRanges } from './search-ranges.ts';

/** The state of the mailbox, and the messages that may have to be told. */
export interface MailboxView extends ViewMinimum {
  readonly uidValidity: number;
  readonly total: number;
  /** New messages, and where mod-sequences are kept those whose flags have changed; null when nobody asked. */
  readonly found: UidRanges | null;
}

const ITEMS: readonly StatusItem[] = ['MESSAGES', 'UIDNEXT', 'UIDVALIDITY'];

/**
 * Looks at the mailbox in one round trip when it is open: NOOP, so that the server tells this session all that has happened, STATUS,
 * and the search for what is new. What happens between the commands is told again the next time.
 */
export async function viewMailbox(
  session: ImapSession,
  { mailbox, since }: { readonly mailbox: MailboxName; readonly since: MailboxPosition | null },
  signal: AbortSignal,
): Promise<MailboxView> {
  const opened = await openResyncing(session, mailbox, signal);
  const view = await look(session, { mailbox, since, hasModSeqs: opened.hasModSeqs }, signal);
  if (view.uidValidity === opened.uidValidity) return view;
  // The mailbox was made anew under this session.
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
  const items = hasModSeqs ? [...ITEMS, 'HIGHESTMODSEQ' as const] : ITEMS;
  // The commands are sent without waiting for each other's answers.
  const [, counts, found] = await Promise.all([
    noop(session, signal),
    status(session, { mailbox: encodeMailboxName(mailbox), items }, signal),
    since && findNew(session, { since, hasModSeqs }, signal),
  ]);
  if (counts === null) {
    throw new MailError('protocol-failure', { detail: 'The mail server did not answer a STATUS command.' });
  }
  const { messages = 0, uidNext = 1, uidValidity = 0, highestModSeq = null } = counts;
  return { uidValidity, uidNext, total: messages, highestModSeq: hasModSeqs ? highestModSeq : null, found };
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
