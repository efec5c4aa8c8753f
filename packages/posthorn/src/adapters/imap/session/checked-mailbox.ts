import { MailError } from '../../../domain/errors/mail-error.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { ImapSession } from './imap-session.ts';
import type { OpenedMailbox } from './open-mailbox.ts';

/** An undefined uidValidity skips the check. */
export interface CheckedMailbox {
  readonly mailbox: MailboxName;
  readonly uidValidity?: number | undefined;
}

/** Throws `mailbox-unknown`, and `message-gone` for a re-created mailbox. */
export async function openChecked(
  session: ImapSession,
  { mailbox, uidValidity }: CheckedMailbox,
  signal: AbortSignal,
): Promise<OpenedMailbox> {
  const wasOpen = session.opened;
  const opened = await session.open(mailbox, signal);
  if (isAsWanted(opened, uidValidity)) return opened;
  // Only another SELECT reveals a re-created mailbox.
  return opened === wasOpen ? reopenChecked(session, { mailbox, uidValidity }, signal) : gone();
}

/** Selects again. Throws as `openChecked`. */
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
    detail: 'The mail folder was re-created; its messages have new ids.',
  });
}
