import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { MessageIdentity } from '../../../domain/messages/message-identity.ts';
import type { MessageRef } from '../../../domain/messages/message-ref.ts';
import { parseHeaderFields } from '../../../message/headers/header-fields.ts';
import { parseMessageId } from '../../../message/headers/message-ids.ts';
import { headerFields } from '../fetch/fetch-items.ts';
import { fetchMessage } from '../fetch/message-fetcher.ts';
import { messageUnknown } from '../fetch/message-unknown.ts';
import { openChecked } from '../session/checked-mailbox.ts';
import { isRefused, responseCode } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { countMailbox } from '../session/mailbox-counts.ts';
import { removeMessages } from './change-flags.ts';
import { copyTo, moveOrCopy } from './message-transfer.ts';
import { findStored, notFoundAgain, type StoredTraits } from './stored-message-finder.ts';

interface Move {
  readonly message: MessageRef;
  readonly target: MailboxName;
}

/**
 * The source stays until the copy exists. Throws `message-unknown`, `mailbox-unknown`, and `protocol-failure`
 * for a lost copy.
 */
export async function moveMessage(
  session: ImapSession,
  { message, target }: Move,
  signal: AbortSignal,
): Promise<MessageIdentity> {
  const traits = await readTraits(session, { message, target }, signal);
  const { mailbox, uid } = message;
  const uidValidity = session.opened?.uidValidity;
  const { copies, isRemoved } = await moveOrCopy(session, { uids: [uid], target }, signal);
  const copy = copies.get(uid) ?? (await findInTarget(session, { target, traits }, signal));
  if (isRemoved) return copy;
  await openChecked(session, { mailbox, uidValidity }, signal);
  await removeMessages(session, [uid], signal);
  return copy;
}

/** Copies with flags. Throws as `moveMessage`. */
export async function copyMessage(
  session: ImapSession,
  { message, target }: Move,
  signal: AbortSignal,
): Promise<MessageIdentity> {
  const traits = await readTraits(session, { message, target }, signal);
  const copies = await copyTo(session, { uids: [message.uid], target }, signal);
  return copies.get(message.uid) ?? findInTarget(session, { target, traits }, signal);
}

/** MOVE and COPY return OK for missing uids. Throws `message-unknown`. */
async function readTraits(
  session: ImapSession,
  { message, target }: Move,
  signal: AbortSignal,
): Promise<StoredTraits> {
  const items = ['RFC822.SIZE', headerFields(['MESSAGE-ID'])] as const;
  const { header, size = 0 } = await fetchMessage(session, { uid: message.uid, items }, signal);
  const messageId = parseMessageId(parseHeaderFields(header ?? new Uint8Array()).first('Message-ID') ?? '');
  return { messageId, octets: size, firstNew: await readFirstNew(session, target, signal) };
}

/** UIDPLUS makes it unnecessary. */
async function readFirstNew(session: ImapSession, target: MailboxName, signal: AbortSignal): Promise<number> {
  if (session.capabilities.has('UIDPLUS')) return 1;
  try {
    return (await countMailbox(session, target, signal)).uidNext;
  } catch (error) {
    // The move reports why.
    if (isRefused(error) && responseCode(error) === undefined) return 1;
    throw error;
  }
}

async function findInTarget(
  session: ImapSession,
  { target, traits }: { readonly target: MailboxName; readonly traits: StoredTraits },
  signal: AbortSignal,
): Promise<MessageIdentity> {
  const tellsCopies = session.capabilities.has('UIDPLUS');
  if (tellsCopies && traits.messageId === null) throw messageUnknown();
  await session.open(target, signal);
  const copy = await findStored(session, traits, signal);
  if (copy) return copy;
  throw tellsCopies ? messageUnknown() : notFoundAgain();
}
