import type { FetchItem } from 'posthorn-imap';
import type { Uid } from '../../../domain/values/uid.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { FetchedMessage } from './fetched-message.ts';
import { fetchMessages } from './fetched-messages.ts';
import { messageUnknown } from './message-unknown.ts';

/** Fetches again after a NOOP if missing: sessions see announced messages only. Throws `message-unknown`. */
export async function fetchMessage(
  session: ImapSession,
  { uid, items }: { uid: Uid; items: readonly FetchItem[] },
  signal: AbortSignal,
): Promise<FetchedMessage> {
  const known = (await fetchMessages(session, { uids: [uid], items }, signal)).get(uid);
  if (known) return known;
  await session.poll(signal);
  const told = (await fetchMessages(session, { uids: [uid], items }, signal)).get(uid);
  if (told) return told;
  throw messageUnknown();
}
