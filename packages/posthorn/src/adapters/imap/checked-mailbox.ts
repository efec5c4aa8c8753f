/** Opens the mailbox of a place that is good only for one uidValidity (RFC 9051 §2.3.1.1). */
import { MailError } from '../../domain/mail-error.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { ImapSession } from './imap-session.ts';
import type { OpenedMailbox } from './open-mailbox.ts';

/** A mailbox and the uidValidity that it must have; undefined: whatever it is. */
export interface CheckedMailbox {
  readonly mailbox: MailboxName;
  readonly uidValidity?: number | undefined;
}

/** Opens the mailbox unless it is open already. Throws `mailbox-unknown`, and `message-gone` when it was made anew. */
export async function openChecked(
  session: ImapSession,
  { mailbox, uidValidity }: CheckedMailbox,
  signal: AbortSignal,
): Promise<OpenedMailbox> {
  const wasOpen = session.opened;
  const opened = await session.open(mailbox, signal);
  if (isAsWanted(opened, uidValidity)) return opened;
  // What a session knows since it opened the mailbox may be older than what the caller knows.
  return opened === wasOpen ? reopenChecked(session, { mailbox, uidValidity }, signal) : gone();
}

/** Opens the mailbox anew, so that all that is known of it is true now. Throws as `openChecked` does. */
export async function reopenChecked(
  session: ImapSession,
  { mailbox, uidValidity }: CheckedMailbox,
  signal: AbortSignal,
): Promise<OpenedMailbox> {
  const opened = await session.reopen(mailbox, signal);
  return isAsWanted(opened, uidValidity) ? opened : gone();
}

function isAsWanted(opened: OpenedMailbox, uidValidity: number | undefined): boolean {
  return uidValidity === undefined || opened.uidValidity === uidValidity;
}

function gone(): never {
  throw new MailError('message-gone', {
    detail: 'The folder was made anew; its messages have other uids now.',
  });
}
