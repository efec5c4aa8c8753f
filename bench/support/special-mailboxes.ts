/** Mailboxes for what does not depend on the number of messages: many folders, one large attachment, and many accounts. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Dovecot, MailUser } from '../../packages/posthorn/test/support/dovecot.ts';
import { fillMailbox } from '../../packages/posthorn/test/support/fill-mailbox.ts';
import { openImapConnection } from '../../packages/posthorn/test/support/imap-connection.ts';
import { buildMessage } from '../../packages/posthorn/test/support/message-samples.ts';
import { mixedMessages } from '../../packages/posthorn/test/support/mixed-messages.ts';

const execute = promisify(execFile);

/** The user whose account has many folders. */
export const FOLDER_USER: MailUser = { name: 'folders@example.org', password: 'secret' };
/** The user whose INBOX has one message with a large attachment. */
export const ATTACHMENT_USER: MailUser = { name: 'attachment@example.org', password: 'secret' };
const ATTACHMENT_OCTETS = 50_000_000;
const IDLE_ACCOUNTS = 30;
/** The messages of each of `IDLE_USERS`. */
export const IDLE_MESSAGES = 10_000;
/** Users whose accounts nobody asks anything after their first list. */
export const IDLE_USERS: readonly MailUser[] = Array.from({ length: IDLE_ACCOUNTS }, (_, index) => ({
  name: `idle-${index}@example.org`,
  password: 'secret',
}));

const FOLDERS = 300;
/** The folders of `FOLDER_USER`. */
export const FOLDER_NAMES: readonly string[] = Array.from(
  { length: FOLDERS },
  (_, index) => `Group ${Math.floor(index / 20)}/Folder ${index}`,
);

const BUSY_ACCOUNTS = 200;
const BUSY_MESSAGES = 20_000;
/** Users who work at the same time. */
export const BUSY_USERS: readonly MailUser[] = Array.from({ length: BUSY_ACCOUNTS }, (_, index) => ({
  name: `busy-${index}@example.org`,
  password: 'secret',
}));

/** Creates the folders, a tree of two levels, each with one message. */
export async function createFolders(dovecot: Dovecot): Promise<void> {
  const connection = await openImapConnection(dovecot, FOLDER_USER);
  const raw = buildMessage();
  for (const name of FOLDER_NAMES) {
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

/**
 * Fills the INBOX of each of `BUSY_USERS`. Their messages are links to one set of files, whose names have the flags; what the mail
 * server knows of them is copied.
 */
export async function fillBusyAccounts(dovecot: Dovecot): Promise<void> {
  const [first, ...others] = BUSY_USERS as readonly [MailUser, ...MailUser[]];
  const messages = mixedMessages(BUSY_MESSAGES);
  await fillMailbox({ server: dovecot, user: first, mailbox: 'INBOX', messages });
  const connection = await openImapConnection(dovecot, first);
  await connection.command('SELECT INBOX');
  await connection.command('UID SORT (REVERSE DATE FROM) UTF-8 ALL');
  await connection.close();
  const cwd = join(dovecot.folder, 'mail');
  for (const { name } of others) {
    await execute('cp', ['-al', first.name, name], { cwd });
    const copies = [
      '-name',
      'dovecot*',
      '-type',
      'f',
      '-exec',
      'cp',
      '-a',
      '--remove-destination',
      '--parents',
    ];
    await execute('find', ['.', ...copies, '{}', join('..', name), ';'], { cwd: join(cwd, first.name) });
  }
}

/** Fills the INBOX of the first of `IDLE_USERS`; the others have the same files for theirs. */
export async function fillIdleAccounts(dovecot: Dovecot): Promise<void> {
  const [first, ...others] = IDLE_USERS as readonly [MailUser, ...MailUser[]];
  const folderOf = ({ name }: MailUser) => join(dovecot.folder, 'mail', name);
  const messages = mixedMessages(IDLE_MESSAGES);
  await fillMailbox({ server: dovecot, user: first, mailbox: 'INBOX', messages });
  for (const user of others) await symlink(folderOf(first), folderOf(user));
}
