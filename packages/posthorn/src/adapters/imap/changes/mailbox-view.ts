import type { ViewMinimum } from '../../../application/ports/mail/mail-changes.ts';
import type { MailboxCounts } from '../../../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { MailboxPosition } from '../../../domain/mailboxes/mailbox-position.ts';
import type { MessageItem } from '../../../domain/messages/message-item.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import type { UidRanges } from '../../../domain/values/uid-ranges.ts';
import { isRefused } from '../session/imap-errors.ts';
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
  /** Messages read in the same round trip, `found` or not. */
  readonly ahead: readonly MessageItem[];
}

/** Reads existing messages. */
export type MessageReader = (uids: readonly Uid[]) => Promise<readonly MessageItem[]>;

/** A mailbox, and the client's position. */
export interface ViewRequest {
  readonly mailbox: MailboxName;
  readonly since: MailboxPosition | null;
  /** Also reads reported messages. */
  readonly readCreated?: MessageReader;
}

const MAX_AHEAD = 10;

/** One round trip; two if NOOP reports something. */
export async function viewMailbox(
  session: ImapSession,
  request: ViewRequest,
  signal: AbortSignal,
): Promise<MailboxView> {
  const { mailbox } = request;
  const opened = await openResyncing(session, mailbox, signal);
  const view = await look(session, { ...request, hasModSeqs: opened.hasModSeqs }, signal);
  if (view.uidValidity === opened.uidValidity) return view;
  const { hasModSeqs } = await session.reopen(mailbox, signal);
  return look(session, { ...request, hasModSeqs }, signal);
}

interface Look extends ViewRequest {
  readonly hasModSeqs: boolean;
}

async function look(
  session: ImapSession,
  { mailbox, since, hasModSeqs, readCreated }: Look,
  signal: AbortSignal,
): Promise<MailboxView> {
  const ask = () =>
    Promise.all([
      // Not stored: may include unreported messages.
      countMailbox(session, mailbox, signal),
      since && findNew(session, { since, hasModSeqs }, signal),
      // After the counts: later changes of their flags have greater mod-sequences.
      since && hasModSeqs && since.highestModSeq !== null && readCreated
        ? readAhead(session, since, readCreated)
        : [],
    ]);
  const before = session.invalidations;
  const [, asked] = await Promise.all([session.poll(signal), ask()]);
  // Dovecot runs pipelined commands before reporting news: then they are outdated.
  const [current, found, ahead] = before === session.invalidations ? asked : await ask();
  return { ...toView(current, hasModSeqs), found, ahead };
}

function toView(
  { uidValidity, uidNext, total, highestModSeq }: MailboxCounts,
  hasModSeqs: boolean,
): Omit<MailboxView, 'found' | 'ahead'> {
  const modSeq = hasModSeqs && highestModSeq !== null ? BigInt(highestModSeq) : null;
  return { uidValidity, uidNext, total, highestModSeq: modSeq };
}

/** New messages, as far as they are reported and their uids can be guessed. */
async function readAhead(
  session: ImapSession,
  { uidNext, total, pending }: MailboxPosition,
  readCreated: MessageReader,
): Promise<readonly MessageItem[]> {
  const reported = pending ? 0 : Math.min((session.selected?.exists ?? 0) - total, MAX_AHEAD);
  if (reported <= 0) return [];
  const uids = Array.from({ length: reported }, (_, index) => (uidNext + index) as Uid);
  try {
    return await readCreated(uids);
  } catch (error) {
    // Some servers refuse uids of no message.
    if (isRefused(error)) return [];
    throw error;
  }
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
