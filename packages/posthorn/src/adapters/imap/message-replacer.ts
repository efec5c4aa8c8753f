/** Replaces a message by a new version without ever being without it: append, verify, then remove. */
import type { NewVersion, Replacement } from '../../application/ports/mail-writer.ts';
import { MailError } from '../../domain/mail-error.ts';
import type { Uid } from '../../domain/uid.ts';
import { searchByKeys } from './commands/search.ts';
import { ConnectionLost } from './imap-errors.ts';
import type { ImapSession } from './imap-session.ts';
import { appendMessage } from './message-appender.ts';
import { fetchMessage } from './message-fetcher.ts';
import { removeMessage } from './message-remover.ts';
import { atom, text } from './tokens.ts';

interface ReplaceRequest {
  readonly uid: Uid;
  readonly version: NewVersion;
}

/** Flags that the new version does not take over: one belongs to the server, the other to the old version. */
const OWN_FLAGS = new Set(['\\recent', '\\deleted']);

/** Stores the new version in the selected mailbox and removes the others. Throws `message-unknown`. */
export async function replaceMessage(
  session: ImapSession,
  { uid, version }: ReplaceRequest,
  signal: AbortSignal,
): Promise<Replacement> {
  const old = await fetchMessage(session, { uid, items: [atom('UID'), atom('FLAGS')] }, signal);
  const flags = (old.flags ?? []).filter((flag) => !OWN_FLAGS.has(flag.toLowerCase()));
  const newUid = await appendMessage(session, { octets: version.octets, flags }, signal);
  await verify(session, newUid, signal);
  return { uid: newUid, isOldRemoved: await removeOthers(session, { uid, newUid, version }, signal) };
}

/** Makes sure that the new version can be read before the old one goes. */
async function verify(session: ImapSession, uid: Uid, signal: AbortSignal): Promise<void> {
  const items = [atom('UID'), atom('RFC822.SIZE')];
  const { size = 0 } = await fetchMessage(session, { uid, items }, signal);
  if (size > 0) return;
  throw new MailError('protocol-failure', { detail: 'The message was stored, but it cannot be read.' });
}

/** The new version is safe: whatever fails here leaves a version too much, which is no failure of the replacement. */
async function removeOthers(
  session: ImapSession,
  { uid, newUid, version }: ReplaceRequest & { newUid: Uid },
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await removeMessage(session, uid, signal);
    for (const twin of await findVersions(session, version, signal)) {
      if (twin !== newUid && twin !== uid) await removeMessage(session, twin, signal);
    }
    return true;
  } catch (error) {
    if (error instanceof ConnectionLost || error instanceof MailError) return false;
    throw error;
  }
}

/** Every version in the mailbox that is a draft and not yet removed: a message that was sent or kept is none. */
function findVersions(
  session: ImapSession,
  { versionField: { name, value } }: NewVersion,
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  const keys = [atom('DRAFT'), atom('UNDELETED'), atom('HEADER'), text(name), text(value)];
  return searchByKeys(session, keys, signal);
}
