/** Mailboxes of mixed messages, one user for each size. */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Dovecot, type MailUser, startDovecot } from '../../packages/posthorn/test/support/dovecot.ts';
import { fillMailbox } from '../../packages/posthorn/test/support/fill-mailbox.ts';
import { mixedMessages } from '../../packages/posthorn/test/support/mixed-messages.ts';
import { ATTACHMENT_USER, BUSY_USERS, FOLDER_USER, IDLE_USERS } from './special-mailboxes.ts';

/** The user whose INBOX is read where code is warmed up by messages that no row measures. */
export const WARM_UP_USER: MailUser = { name: 'warm-up@example.org', password: 'secret' };
export const WARM_UP_MESSAGES = 20_000;

/** A smaller mailbox has too few messages for many rounds that read something for the first time. */
const ENOUGH_MESSAGES = 5_000;
const READERS_OF_SMALL = 12;

/** The user whose INBOX has so many messages. */
export function userOf(size: number): MailUser {
  return { name: `user-${size}@example.org`, password: 'secret' };
}

/** Users whose INBOX is that of `userOf(size)`, who is the first of them: what one has read, the API has not read for another. */
export function readersOf(size: number): readonly MailUser[] {
  const others = size < ENOUGH_MESSAGES ? READERS_OF_SMALL - 1 : 0;
  const readers = Array.from({ length: others }, (_, index) => ({
    name: `reader-${size}-${index}@example.org`,
    password: 'secret',
  }));
  return [userOf(size), ...readers];
}

export interface MailboxesToFill {
  readonly sizes: readonly number[];
  readonly hasTls: boolean;
}

/** A Dovecot with an INBOX of each size. Stop it. */
export async function startFilledDovecot({ sizes, hasTls }: MailboxesToFill): Promise<Dovecot> {
  const dovecot = await startDovecot({
    hasTls,
    users: [
      ...[...sizes.flatMap(readersOf), WARM_UP_USER, FOLDER_USER, ATTACHMENT_USER],
      ...[...IDLE_USERS, ...BUSY_USERS],
    ],
  });
  const fill = (user: MailUser, count: number) =>
    fillMailbox({ server: dovecot, user, mailbox: 'INBOX', messages: mixedMessages(count) });
  await fill(WARM_UP_USER, WARM_UP_MESSAGES);
  for (const size of sizes) {
    const [first, ...others] = readersOf(size) as [MailUser, ...MailUser[]];
    await fill(first, size);
    const folderOf = ({ name }: MailUser) => join(dovecot.folder, 'mail', name);
    for (const user of others) await symlink(folderOf(first), folderOf(user));
  }
  return dovecot;
}
