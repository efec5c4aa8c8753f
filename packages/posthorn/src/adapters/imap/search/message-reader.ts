/** Reads a whole message into memory. */
import type { StoredMessage } from '../../../application/ports/mail/mail-store.ts';
import { MailError } from '../../../domain/mail-error.ts';
import type { MessageRef } from '../../../domain/message-ref.ts';
import { fetchMessage } from '../fetch/message-fetcher.ts';
import { readMessageOctets } from '../fetch/message-octets.ts';
import { openChecked } from '../session/checked-mailbox.ts';
import { keywordsOf, messageFlags } from '../session/flag-names.ts';
import type { ImapSession } from '../session/imap-session.ts';

/** The bound on a message in memory; mail providers accept less. */
const MAX_MESSAGE_OCTETS = 64 * 1024 * 1024;

/** The message with its flags. Throws `message-too-large`, `message-unknown`, `message-gone`. */
export async function readMessage(
  session: ImapSession,
  message: MessageRef,
  signal: AbortSignal,
): Promise<StoredMessage> {
  const { uidValidity } = await openChecked(session, message, signal);
  const { uid } = message;
  const items = ['UID', 'FLAGS', 'RFC822.SIZE'] as const;
  const { flags = [], size = 0 } = await fetchMessage(session, { uid, items }, signal);
  const octets = await collectOctets(readMessageOctets(session, uid, signal), size);
  return { uid, uidValidity, octets, flags: messageFlags(flags), keywords: keywordsOf(flags) };
}

/** All octets. The announced size only sets the first allocation. Throws `message-too-large`. */
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
