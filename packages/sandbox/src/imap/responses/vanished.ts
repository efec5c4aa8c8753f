/** VANISHED (EARLIER): the uids that left a mailbox since the client last saw it (RFC 7162 §3.2.10). */
import type { Mailbox } from '../../mailbox/mailbox.ts';
import type { MailboxView } from '../../mailbox/mailbox-view.ts';
import type { Session } from '../session/session.ts';
import { formatSequenceSet, isInRanges, type NumberRange, numbersOf } from '../wire/sequence-set.ts';

/** Which expunged uids are asked for. */
export interface VanishedRequest {
  /** Those that left after this mod-sequence. */
  readonly since: number;
  /** Those among these uids. */
  readonly among: readonly NumberRange[];
  /** The client knows of all that left up to this uid; 0 when it knows of none. */
  readonly knownUpTo: number;
}

/** Queues VANISHED (EARLIER), or nothing when no uid is asked for that left. */
export function queueVanishedEarlier(session: Session, request: VanishedRequest): void {
  const uids = vanishedUids(session.requireView(), request);
  if (uids.length > 0) session.untagged(`VANISHED (EARLIER) ${formatSequenceSet(uids)}`);
}

/** Messages that the session still counts are left out: VANISHED without EARLIER will report them. */
function vanishedUids(view: MailboxView, request: VanishedRequest): readonly number[] {
  const candidates = view.mailbox.expungedSince(request.since) ?? missingUids(view.mailbox, request.among);
  return candidates.filter(
    (uid) => uid > request.knownUpTo && isInRanges(request.among, uid) && !view.hasUid(uid),
  );
}

/** When the mailbox has forgotten, every uid that is not there may have left since (RFC 7162 §3.2.6). */
function missingUids(mailbox: Mailbox, ranges: readonly NumberRange[]): readonly number[] {
  const present = new Set(mailbox.messages.map(({ uid }) => uid));
  const last = mailbox.uidNext - 1;
  const given = ranges.map(({ from, to }) => ({ from, to: Math.min(to, last) }));
  return [...numbersOf(given)].filter((uid) => !present.has(uid));
}
