import type { StoredMessage } from '../../../application/ports/mail/mail-store.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import type { MessageRef } from '../../../domain/messages/message-ref.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { partStart } from '../fetch/fetch-items.ts';
import type { FetchedMessage } from '../fetch/fetched-message.ts';
import { fetchMessages } from '../fetch/fetched-messages.ts';
import { fetchMessage } from '../fetch/message-fetcher.ts';
import { readMessageOctets } from '../fetch/message-octets.ts';
import { openChecked } from '../session/checked-mailbox.ts';
import { keywordsOf, messageFlags } from '../session/flag-names.ts';
import type { ImapSession } from '../session/imap-session.ts';

/** Mail providers accept less. */
const MAX_MESSAGE_OCTETS = 64 * 1024 * 1024;
/** Read with the flags. */
const BEGINNING_OCTETS = 256 * 1024;

/**
 * Reads with current flags, short messages in one round trip. Throws `message-too-large`, `message-unknown`,
 * `message-gone`.
 */
export async function readMessage(
  session: ImapSession,
  message: MessageRef,
  signal: AbortSignal,
): Promise<StoredMessage> {
  const wasOpen = session.opened;
  const opened = await openChecked(session, message, signal);
  const { uid } = message;
  const {
    flags = [],
    size = 0,
    parts,
  } = await fetchBeginning(session, { uid, isWarm: opened === wasOpen }, signal);
  const beginning = parts.get('');
  const isWhole = beginning !== undefined && beginning.length < BEGINNING_OCTETS;
  const octets = isWhole ? beginning : await collectOctets(readMessageOctets(session, uid, signal), size);
  const { uidValidity } = opened;
  return { uid, uidValidity, octets, flags: messageFlags(flags), keywords: keywordsOf(flags) };
}

/** After NOOP if open; again if changes are reported later. */
async function fetchBeginning(
  session: ImapSession,
  { uid, isWarm }: { readonly uid: Uid; readonly isWarm: boolean },
  signal: AbortSignal,
): Promise<FetchedMessage> {
  const items = ['UID', 'FLAGS', 'RFC822.SIZE', partStart('', BEGINNING_OCTETS)] as const;
  if (!isWarm) return fetchMessage(session, { uid, items }, signal);
  const { invalidations } = session;
  const polling = session.poll(signal);
  const [, fetched] = await Promise.all([polling, fetchMessages(session, { uids: [uid], items }, signal)]);
  const message = fetched.get(uid);
  if (message && session.invalidations === invalidations) return message;
  return fetchMessage(session, { uid, items }, signal);
}

/** `expectedOctets` sizes the first buffer. Throws `message-too-large`. */
export async function collectOctets(chunks: AsyncIterable<Buffer>, expectedOctets: number): Promise<Buffer> {
  checkSize(expectedOctets);
  let room: Buffer = Buffer.allocUnsafe(expectedOctets);
  let octets = 0;
  for await (const chunk of chunks) {
    checkSize(octets + chunk.length);
    room = withRoom(room, octets + chunk.length);
    octets += chunk.copy(room, octets);
  }
  return room.subarray(0, octets);
}

function withRoom(room: Buffer, octets: number): Buffer {
  if (octets <= room.length) return room;
  const larger = Buffer.allocUnsafe(Math.max(octets, 2 * room.length));
  room.copy(larger);
  return larger;
}

function checkSize(octets: number): void {
  if (octets <= MAX_MESSAGE_OCTETS) return;
  throw new MailError('message-too-large', {
    detail: `The message has more than ${MAX_MESSAGE_OCTETS} octets.`,
  });
}
