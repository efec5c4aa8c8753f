/** Moves one message, whatever the server offers for it, and finds out which uid it got. */
import type { MessagePlace } from '../../application/ports/mail-store.ts';
import { MailError } from '../../domain/mail-error.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { Uid } from '../../domain/uid.ts';
import { parseHeaderFields } from '../../message/header-fields.ts';
import { parseMessageId } from '../../message/message-ids.ts';
import { status } from './commands/status.ts';
import { transferMessage } from './commands/transfer.ts';
import { headerFields } from './fetch-items.ts';
import type { ImapSession } from './imap-session.ts';
import { findNewest } from './message-appender.ts';
import { fetchMessage } from './message-fetcher.ts';
import { removeMessage } from './message-remover.ts';
import { atom } from './tokens.ts';

interface Move {
  readonly place: MessagePlace;
  readonly target: MailboxName;
}

/**
 * Moves the message out of the mailbox that is selected. The source is removed only after the copy is known to exist.
 * Throws `message-unknown`, `mailbox-unknown`, and `protocol-failure` when the copy cannot be found.
 */
export async function moveMessage(session: ImapSession, move: Move, signal: AbortSignal): Promise<Uid> {
  const { place, target } = move;
  const messageId = await readMessageId(session, place.uid, signal);
  const knowsUids = session.capabilities.has('UIDPLUS');
  const firstNew = knowsUids ? undefined : (await countTarget(session, target, signal)).uidNext;
  const command = session.capabilities.has('MOVE') ? 'UID MOVE' : 'UID COPY';
  const told = await transferMessage(session, { command, uid: place.uid, target }, signal);
  const find = async () => {
    await session.examine(target, signal);
    return findNewest(session, { messageId, firstNew: firstNew ?? 1 }, signal);
  };
  if (command === 'UID MOVE') return told ?? find();
  const copy = told ?? (await find());
  await session.select(place.mailbox, signal);
  await removeMessage(session, place.uid, signal);
  return copy;
}

/** The Message-ID, null when the message has none. Throws `message-unknown`: MOVE and COPY say OK to a uid that is not there. */
async function readMessageId(session: ImapSession, uid: Uid, signal: AbortSignal): Promise<string | null> {
  const items = [atom('UID'), headerFields(['MESSAGE-ID'])];
  const message = await fetchMessage(session, { uid, items }, signal);
  const header = parseHeaderFields(message.header ?? new Uint8Array());
  return parseMessageId(header.first('Message-ID') ?? '');
}

async function countTarget(session: ImapSession, target: MailboxName, signal: AbortSignal) {
  try {
    return await status(session, target, signal);
  } catch (error) {
    // A target that cannot be counted cannot be moved to either, and the server says why when it is tried.
    if (error instanceof MailError && error.code !== 'protocol-failure') throw error;
    return { uidNext: 1 };
  }
}
