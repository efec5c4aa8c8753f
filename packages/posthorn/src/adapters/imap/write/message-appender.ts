import type { NewMessage } from '../../../application/ports/mail/mail-writer.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { MessageIdentity } from '../../../domain/messages/message-identity.ts';
import { storedFlags } from '../session/flag-names.ts';
import { isUnexplainedRefusal } from '../session/imap-errors.ts';
import type { OpenedMailbox } from '../session/open-mailbox.ts';
import type { OnceTask } from '../session/session-work.ts';
import { appendMessage } from './append-message.ts';
import { findStored, notFoundAgain } from './stored-message-finder.ts';

interface AppendRequest {
  readonly mailbox: MailboxName;
  readonly message: NewMessage;
}

/** Appends a message; finds it after a lost connection. Throws `protocol-failure` if accepted but missing. */
export function appendTask(
  { mailbox, message }: AppendRequest,
  signal: AbortSignal,
): OnceTask<OpenedMailbox, MessageIdentity> {
  const { octets, messageId, internalDate } = message;
  const traits = { messageId, octets: octets.length };
  return {
    prepare: (session) => session.reopen(mailbox, signal),
    async work(session, opened) {
      const flags = storedFlags(message, opened);
      const told = await appendMessage(session, { mailbox, octets, flags, internalDate }, signal).catch(
        (error: unknown) => {
          throw asRejection(error, message);
        },
      );
      const stored = told ?? (await findStored(session, { ...traits, firstNew: opened.uidNext }, signal));
      if (stored) return stored;
      throw notFoundAgain();
    },
    async recover(session, { before, now }) {
      if (messageId === null || before.uidValidity !== now.uidValidity) return null;
      return (await findStored(session, { ...traits, firstNew: before.uidNext }, signal)) ?? null;
    },
  };
}

/** Refusals of 8-bit header fields have no response code. */
function asRejection(error: unknown, { hasEightBitFields = false }: NewMessage): unknown {
  if (!hasEightBitFields || !isUnexplainedRefusal(error)) return error;
  const detail =
    'The mail server does not take the message: its header fields have octets beyond ASCII, which this server refuses.';
  return new MailError('message-rejected', { detail }, { cause: error });
}
