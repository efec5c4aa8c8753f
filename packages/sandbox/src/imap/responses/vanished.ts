import type { Mailbox } from '../../mailbox/mailbox.ts';
import type { MailboxView } from '../../mailbox/mailbox-view.ts';
import type { Session } from '../session/session.ts';
import { formatSequenceSet, isInRanges, type NumberRange, numbersOf } from '../wire/sequence-set.ts';

/** A range of expunged uids. */
export interface VanishedRequest {
  readonly since: number;
  readonly among: readonly NumberRange[];
  /** The client knows vanished uids up to this. */
  readonly knownUpTo: number;
}

/** VANISHED (EARLIER), unless empty. */
export function queueVanishedEarlier(session: Session, request: VanishedRequest): void {
  const uids = vanishedUids(session.requireView(), request);
  if (uids.length > 0) session.untagged(`VANISHED (EARLIER) ${formatSequenceSet(uids)}`);
}

/** Uids still in the view follow without EARLIER. */
function vanishedUids(view: MailboxView, request: VanishedRequest): readonly number[] {
  const candidates = view.mailbox.expungedSince(request.since) ?? missingUids(view.mailbox, request.among);
  return candidates.filter(
    (uid) => uid > request.knownUpTo && isInRanges(request.among, uid) && !view.hasUid(uid),
  );
}

/** Beyond the log, every missing uid may have vanished (RFC 7162 §3.2.6). */
function missingUids(mailbox: Mailbox, ranges: readonly NumberRange[]): readonly number[] {
  const present = new Set(mailbox.messages.map(({ uid }) => uid));
  const last = mailbox.uidNext - 1;
  const given = ranges.map(({ from, to }) => ({ from, to: Math.min(to, last) }));
  return [...numbersOf(given)].filter((uid) => !present.has(uid));
}
