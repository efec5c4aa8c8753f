/** Mailboxes for what does not depend on the number of messages: many folders, and one large attachment. */
import { randomBytes } from 'node:crypto';
import type { Dovecot, MailUser } from '../../packages/posthorn/test/support/dovecot.ts';
import { fillMailbox } from '../../packages/posthorn/test/support/fill-mailbox.ts';
import { openImapConnection } from '../../packages/posthorn/test/support/imap-connection.ts';
import { buildMessage } from '../../packages/posthorn/test/support/message-samples.ts';

/** The user whose account has many folders. */
export const FOLDER_USER: MailUser = { name: 'folders@example.org', password: 'secret' };
/** The user whose INBOX has one message with a large attachment. */
export const ATTACHMENT_USER: MailUser = { name: 'attachment@example.org', password: 'secret' };
const ATTACHMENT_OCTETS = 50_000_000;

const FOLDERS = 300;

/** Creates the folders, a tree of two levels, each with one message. */
export async function createFolders(dovecot: Dovecot): Promise<void> {
  const connection = await openImapConnection(dovecot, FOLDER_USER);
  const raw = buildMessage();
  for (let index = 0; index < FOLDERS; index += 1) {
    const name = `Group ${Math.floor(index / 20)}/Folder ${index}`;
    await connection.command(`CREATE "${name}"`);
    await connection.append(name, [{ raw }]);
  }
  await connection.close();
}

/** Stores the message. */
export async function storeAttachment(dovecot: Dovecot): Promise<void> {
  const raw = buildMessage({
    attachments: [{ filename: 'large.bin', content: randomBytes(ATTACHMENT_OCTETS) }],
  });
  await fillMailbox({ server: dovecot, user: ATTACHMENT_USER, mailbox: 'INBOX', messages: [{ raw }] });
}
