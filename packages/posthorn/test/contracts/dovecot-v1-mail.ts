/** Fills a Dovecot with the mail that the tests of version 1 read and change. */
import { v1Mail } from '../http/v1/v1-mail.ts';
import { USER } from '../http/v1/v1-server.ts';
import { type Dovecot, startDovecot } from '../support/dovecot.ts';
import { fillMailbox } from '../support/fill-mailbox.ts';
import { encodeMailboxName, openImapConnection, quote } from '../support/imap-connection.ts';

/** A Dovecot with Jane's mail of v1-mail.ts. Stop it. */
export async function startDovecotWithMail(): Promise<Dovecot> {
  const dovecot = await startDovecot({ users: [USER] });
  await fillWithMail(dovecot);
  return dovecot;
}

async function fillWithMail(server: Dovecot): Promise<void> {
  for (const { name, messages = [] } of v1Mail) {
    const appended = messages.map(({ raw, flags = [] }) => ({ raw: Buffer.from(raw), flags }));
    if (appended.length > 0) await fillMailbox({ server, user: USER, mailbox: name, messages: appended });
    else await ensureMailbox(server, name);
  }
}

/** Trash is there from the start; an empty mailbox of Jane's own is not. */
async function ensureMailbox(server: Dovecot, name: string): Promise<void> {
  const connection = await openImapConnection(server, USER);
  const quoted = quote(encodeMailboxName(name));
  const listed = await connection.command(`LIST "" ${quoted}`);
  if (listed.length === 0) await connection.command(`CREATE ${quoted}`);
  await connection.close();
}
