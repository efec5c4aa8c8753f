/** Lets a new version take the place of the old one, unless another writer was first. */
import type { NewVersion } from '../../../application/ports/mail/mail-writer.ts';
import type { Uid } from '../../../domain/uid.ts';
import type { FetchedMessage } from '../fetch/fetched-message.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { OpenedMailbox } from '../session/open-mailbox.ts';
import { expungeMarked, removeMessages, storeFlags } from './change-flags.ts';
import { claimMessage } from './message-claim.ts';
import { findVersions } from './message-versions.ts';

/** The old and the new version of a draft, both stored, and what is proved to be left of others. */
export interface Takeover {
  /** As it was before the new version was stored. */
  readonly mailbox: OpenedMailbox;
  /** As it is now, not marked \Deleted. */
  readonly old: FetchedMessage;
  /** The new version, known to exist. */
  readonly own: Uid;
  readonly rivalField: NewVersion['rivalField'];
  readonly leftovers: readonly Uid[];
}

/**
 * Whose the place is. `disputed`: the old version was removed, another version newer than it is there, and the server did not say
 * which of them was first.
 */
export type TakeoverOutcome = 'ours' | 'theirs' | 'disputed';

/** Removes the old version and the leftovers, unless another writer was first. */
export function takeOver(
  session: ImapSession,
  takeover: Takeover,
  signal: AbortSignal,
): Promise<TakeoverOutcome> {
  const { modSeq } = takeover.old;
  return modSeq === undefined
    ? takeOverInOrder(session, takeover, signal)
    : takeOverByClaim(session, { ...takeover, modSeq }, signal);
}

/** Of several writers the one whose mark the server accepts is first. */
async function takeOverByClaim(
  session: ImapSession,
  { modSeq, ...takeover }: Takeover & { readonly modSeq: bigint },
  signal: AbortSignal,
): Promise<TakeoverOutcome> {
  const { old, leftovers } = takeover;
  const outcome = await claimMessage(session, { uid: old.uid, modSeq }, signal);
  if (outcome === 'lost') return 'theirs';
  // Another writer has stored a version before it marks the old one.
  if (outcome === 'doubtful' && (await findRivals(session, takeover, signal)).length > 0) return 'disputed';
  const lost = outcome === 'won' ? await findLostVersions(session, takeover, signal) : [];
  const others = [...leftovers, ...lost];
  await storeFlags(session, { uids: others, operation: '+', flags: ['\\Deleted'] }, signal);
  await expungeMarked(session, [old.uid, ...others], signal);
  return 'ours';
}

/** Without mod-sequences the first is the one whose version came first. */
async function takeOverInOrder(
  session: ImapSession,
  takeover: Takeover,
  signal: AbortSignal,
): Promise<TakeoverOutcome> {
  const { mailbox, old, own, leftovers } = takeover;
  const rivals = await findRivals(session, takeover, signal);
  if (rivals.some((uid) => uid >= mailbox.uidNext && uid < own)) return 'theirs';
  await removeMessages(session, [old.uid, ...leftovers], signal);
  return 'ours';
}

/**
 * Versions that other writers have stored since SELECT, for the place that this one has won: those writers fail, and one that does not know
 * who was first leaves its version. Where there is an older rival, a new one may be its copy, which a person has made.
 */
async function findLostVersions(
  session: ImapSession,
  takeover: Takeover,
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  const { mailbox, own } = takeover;
  if (own === mailbox.uidNext) return [];
  const rivals = await findRivals(session, takeover, signal);
  if (rivals.some((uid) => uid < mailbox.uidNext)) return [];
  return rivals.filter((uid) => uid < own);
}

/** Versions of other writers that are to replace the same message. */
export async function findRivals(
  session: ImapSession,
  {
    old,
    own,
    rivalField,
    leftovers,
  }: Pick<Takeover, 'own' | 'rivalField' | 'leftovers'> & { old: { uid: Uid } },
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  const versions = await findVersions(session, rivalField, signal);
  return versions.filter((uid) => uid > old.uid && uid !== own && !leftovers.includes(uid));
}
