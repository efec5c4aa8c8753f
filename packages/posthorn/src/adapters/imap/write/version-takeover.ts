/** Lets a new version take the place of the old one, unless another writer was first. */
import type { NewVersion } from '../../../application/ports/mail-writer.ts';
import type { Uid } from '../../../domain/uid.ts';
import type { FetchedMessage } from '../fetch/fetched-message.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { OpenedMailbox } from '../session/open-mailbox.ts';
import { expungeMarked, removeMessages, storeFlags } from './change-flags.ts';
import { claimMessage } from './message-claim.ts';
import { findVersions } from './message-versions.ts';

/** The old and the new version of a draft, both stored. */
export interface Takeover {
  /** As it was before the new version was stored. */
  readonly mailbox: OpenedMailbox;
  /** As it is now, not marked \Deleted. */
  readonly old: FetchedMessage;
  /** The new version, known to exist. */
  readonly own: Uid;
  readonly field: NewVersion['versionField'];
}

/**
 * Whose the place is. `disputed`: the old version was removed, another version newer than it is there, and the server did not say
 * which of them was first.
 */
export type TakeoverOutcome = 'ours' | 'theirs' | 'disputed';

/** Removes the old version, and the twins that earlier failures have left behind, unless another writer was first. */
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
  { old, own, field, modSeq }: Takeover & { readonly modSeq: bigint },
  signal: AbortSignal,
): Promise<TakeoverOutcome> {
  const outcome = await claimMessage(session, { uid: old.uid, modSeq }, signal);
  if (outcome === 'lost') return 'theirs';
  const versions = await findVersions(session, field, signal);
  // Another writer has stored a version before it marks the old one.
  const hasRival = versions.some((uid) => uid > old.uid && uid !== own);
  if (outcome === 'doubtful' && hasRival) return 'disputed';
  const twins = versions.filter((uid) => uid < own && uid !== old.uid);
  await storeFlags(session, { uids: twins, operation: '+', flags: ['\\Deleted'] }, signal);
  await expungeMarked(session, [old.uid, ...twins], signal);
  return 'ours';
}

/** Without mod-sequences the first is the one whose version came first. */
async function takeOverInOrder(
  session: ImapSession,
  { mailbox, old, own, field }: Takeover,
  signal: AbortSignal,
): Promise<TakeoverOutcome> {
  const versions = await findVersions(session, field, signal);
  const isEarlierRival = (uid: Uid) => uid >= mailbox.uidNext && uid < own;
  if (versions.some(isEarlierRival)) return 'theirs';
  const twins = versions.filter((uid) => uid < own && uid !== old.uid);
  await removeMessages(session, [old.uid, ...twins], signal);
  return 'ours';
}
