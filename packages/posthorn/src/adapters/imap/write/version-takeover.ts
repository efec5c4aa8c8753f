import type { NewVersion } from '../../../application/ports/mail/mail-writer.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import type { FetchedMessage } from '../fetch/fetched-message.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { OpenedMailbox } from '../session/open-mailbox.ts';
import { expungeMarked, removeMessages, storeFlags } from './change-flags.ts';
import { claimMessage } from './message-claim.ts';
import { findVersions } from './message-versions.ts';

/** A draft's versions, and proved leftovers. */
export interface Takeover {
  /** Before the new version was stored. */
  readonly mailbox: OpenedMailbox;
  /** Not \Deleted. */
  readonly old: FetchedMessage;
  readonly own: Uid;
  readonly rivalField: NewVersion['rivalField'];
  readonly leftovers: readonly Uid[];
}

/** `disputed`: the order of newer versions is unknown. */
export type TakeoverOutcome = 'ours' | 'theirs' | 'disputed';

/** Removes the old version, unless another was first. */
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

/** The first accepted mark wins. */
async function takeOverByClaim(
  session: ImapSession,
  { modSeq, ...takeover }: Takeover & { readonly modSeq: bigint },
  signal: AbortSignal,
): Promise<TakeoverOutcome> {
  const { old, leftovers } = takeover;
  const outcome = await claimMessage(session, { uid: old.uid, modSeq }, signal);
  if (outcome === 'lost') return 'theirs';
  // Others store before they mark.
  if (outcome === 'doubtful' && (await findRivals(session, takeover, signal)).length > 0) return 'disputed';
  await storeFlags(session, { uids: leftovers, operation: '+', flags: ['\\Deleted'] }, signal);
  await expungeMarked(session, [old.uid, ...leftovers], signal);
  return 'ours';
}

/** The earlier version wins. */
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

/** Others' versions of the message. */
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
