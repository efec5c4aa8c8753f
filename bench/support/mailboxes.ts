/** Mailboxes of mixed messages, one user for each size. */
import { type Dovecot, type MailUser, startDovecot } from '../../packages/posthorn/test/support/dovecot.ts';
import { fillMailbox } from '../../packages/posthorn/test/support/fill-mailbox.ts';
import { mixedMessages } from '../../packages/posthorn/test/support/mixed-messages.ts';
import { ATTACHMENT_USER, FOLDER_USER, IDLE_USERS } from './special-mailboxes.ts';

/** The user whose INBOX has so many messages. */
export function userOf(size: number): MailUser {
  return { name: `user-${size}@example.org`, password: 'secret' };
}

/** A Dovecot with an INBOX of each size. Stop it. */
export async function startFilledDovecot(sizes: readonly number[]): Promise<Dovecot> {
  const dovecot = await startDovecot({
    users: [...sizes.map(userOf), FOLDER_USER, ATTACHMENT_USER, ...IDLE_USERS],
  });
  for (const size of sizes) {
    const user = userOf(size);
    await fillMailbox({ server: dovecot, user, mailbox: 'INBOX', messages: mixedMessages(size) });
  }
  return dovecot;
}
