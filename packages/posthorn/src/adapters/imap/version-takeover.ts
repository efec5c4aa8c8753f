/** Lets a new version take the place of the old one, unless another writer was first. */
import type { NewVersion } from '../../application/ports/mail-writer.ts';
import type { Uid } from '../../domain/uid.ts';
import type { FetchedMessage } from './commands/fetch.ts';
import type { OpenedMailbox } from './commands/open-mailbox.ts';
import { expungeMarked, removeMessages, storeFlags } from './commands/store.ts';
import type { ImapSession } from './imap-session.ts';
import { claimMessage } from './message-claim.ts';
import { findVersions } from './message-versions.ts';

export interface Takeover {
  /** As it was before the new version was stored. */
  readonly mailbox: OpenedMailbox;
  /** As it is now, not marked \Deleted. */
  readonly old: FetchedMessage;
  /** The new version, known to be there. */
  readonly own: Uid;
  readonly field: NewVersion['versionField'];
}

/** Removes the old version, and the twins that earlier failures have left behind. False when another writer was first. */
export function takeOver(session: ImapSession, takeover: Takeover, signal: AbortSignal): Promise<boolean> {
  const { modSeq } = takeover.old;
  return modSeq === undefined
    ? takeOverInOrder(session, takeover, signal)
    : takeOverByClaim(session, { ...takeover, modSeq }, signal);
}

/** Of several writers the one whose mark the server accepts is first. */
async function takeOverByClaim(
  session: ImapSession,
  { old, own, field, modSeq }: Takeover & { readonly modSeq: string },
  signal: AbortSignal,
): Promise<boolean> {
  const outcome = await claimMessage(session, { uid: old.uid, modSeq }, signal);
  if (outcome === 'lost') return false;
  const versions = await findVersions(session, field, signal);
  // Another writer leaves a version of its own; a server that expunges at once leaves none.
  if (outcome === 'vanished' && versions.some((uid) => uid !== own)) return false;
  const twins = versions.filter((uid) => uid < own && uid !== old.uid);
  await storeFlags(session, { uids: twins, operation: '+', flags: ['\\Deleted'] }, signal);
  await expungeMarked(session, [old.uid, ...twins], signal);
  return true;
}

/** Without mod-sequences the first is the one whose version came first. */
async function takeOverInOrder(
  session: ImapSession,
  { mailbox, old, own, field }: Takeover,
  signal: AbortSignal,
): Promise<boolean> {
  const versions = await findVersions(session, field, signal);
  const isEarlierRival = (uid: Uid) => uid >= mailbox.uidNext && uid < own;
  if (versions.some(isEarlierRival)) return false;
  const twins = versions.filter((uid) => uid < own && uid !== old.uid);
  await removeMessages(session, [old.uid, ...twins], signal);
  return true;
}
