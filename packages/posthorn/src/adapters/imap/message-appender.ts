/** Stores one message and finds out which uid it got. */
import { MailError } from '../../domain/mail-error.ts';
import type { MessageCriterion } from '../../domain/message-query.ts';
import { toUid, type Uid } from '../../domain/uid.ts';
import { parseHeaderFields } from '../../message/header-fields.ts';
import { parseMessageId } from '../../message/message-ids.ts';
import { appendedUid } from './commands/response-code.ts';
import { searchUids } from './commands/search.ts';
import type { ImapSession } from './imap-session.ts';
import { encodeMailboxName } from './mailbox-name-coding.ts';
import { atom, literal, text } from './tokens.ts';

export interface NewMessage {
  readonly octets: Buffer;
  /** System flags such as `\\Seen`. */
  readonly flags: readonly string[];
}

/** The header of a message is looked for in its first octets. */
const MAX_HEADER_OCTETS = 256 * 1024;

/**
 * Appends the message to the mailbox that is selected, and gives its uid. Throws `protocol-failure` when the server took
 * it but it is not there.
 */
export async function appendMessage(
  session: ImapSession,
  { octets, flags }: NewMessage,
  signal: AbortSignal,
): Promise<Uid> {
  const { opened } = session;
  if (!opened) throw new TypeError('No mailbox is selected.');
  const command = {
    name: 'APPEND',
    arguments: [text(encodeMailboxName(opened.name)), flags.map(atom), literal(octets)],
  };
  const told = appendedUid(await session.run(command, signal));
  if (told !== undefined) return told;
  const messageId = messageIdOf(octets);
  return findNewest(session, { messageId, firstNew: opened.uidNext }, signal);
}

/** The Message-ID of a message, null when it has none. */
function messageIdOf(octets: Buffer): string | null {
  return parseMessageId(parseHeaderFields(octets.subarray(0, MAX_HEADER_OCTETS)).first('Message-ID') ?? '');
}

/**
 * The newest message with that Message-ID in the open mailbox, among those that came since `firstNew`; without a Message-ID, the
 * newest at all. Throws `protocol-failure` when there is none.
 */
export async function findNewest(
  session: ImapSession,
  { messageId, firstNew }: { messageId: string | null; firstNew: number },
  signal: AbortSignal,
): Promise<Uid> {
  // The server may not have told this session of the new message yet.
  await session.catchUp(signal);
  const since: MessageCriterion = { kind: 'uid-at-least', uid: toUid(firstNew) ?? (1 as Uid) };
  const criteria: readonly MessageCriterion[] =
    messageId === null ? [since] : [since, { kind: 'message-id', messageId }];
  const found = (await searchUids(session, { kind: 'all-of', criteria }, signal)).at(-1);
  if (found !== undefined) return found;
  throw new MailError('protocol-failure', { detail: 'The message was stored, but it was not found again.' });
}
