/** Fetches one message that somebody has named. */
import type { Uid } from '../../domain/uid.ts';
import { type FetchedMessage, fetchMessages } from './commands/fetch.ts';
import type { ImapSession } from './imap-session.ts';
import { messageUnknown } from './message-unknown.ts';
import type { TokenNode } from './tokens.ts';

/**
 * The message in the open mailbox. A session sees a message that came after its mailbox was opened only when the server has
 * told it; so a message that is not there is asked for again after a NOOP. Throws `message-unknown`.
 */
export async function fetchMessage(
  session: ImapSession,
  { uid, items }: { uid: Uid; items: readonly TokenNode[] },
  signal: AbortSignal,
): Promise<FetchedMessage> {
  const known = (await fetchMessages(session, { uids: [uid], items }, signal)).get(uid);
  if (known) return known;
  await session.catchUp(signal);
  const told = (await fetchMessages(session, { uids: [uid], items }, signal)).get(uid);
  if (told) return told;
  throw messageUnknown();
}
