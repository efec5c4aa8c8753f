/** A private Dovecot as the backend of a mail store. */

import { startDovecot } from '../support/dovecot.ts';
import type { MailboxLayout } from '../support/dovecot-config.ts';
import { fillMailbox } from '../support/fill-mailbox.ts';
import { encodeMailboxName, openImapConnection, quote } from '../support/imap-connection.ts';
import { createTestMailAccess, type StoreUnderTest, testAccount } from './store-under-test.ts';

/** Starts Dovecot with folders below INBOX (`inbox-prefix`) or beside it (`flat`). */
export async function openDovecotBackend(
  layout: MailboxLayout,
  capability?: string,
): Promise<StoreUnderTest> {
  const server = await startDovecot({ layout, ...(capability && { capability }) });
  const user = server.user('alice@example.org');
  const access = createTestMailAccess();
  const isPrefixed = layout === 'inbox-prefix';

  async function commands(mailbox: string, ...lines: string[]): Promise<readonly string[]> {
    const connection = await openImapConnection(server, user);
    try {
      await connection.command(`SELECT ${quote(encodeMailboxName(mailbox))}`);
      const answers: string[] = [];
      for (const line of lines) answers.push(...(await connection.command(line)));
      return answers;
    } finally {
      await connection.close();
    }
  }

  return {
    ...access,
    account: testAccount(server, user),
    prefix: isPrefixed ? 'INBOX.' : '',
    delimiter: isPrefixed ? '.' : '/',
    async put(mailbox, messages) {
      const [first] = messages;
      // MULTIAPPEND without a message is no command; an empty mailbox needs only to be created.
      if (first) return fillMailbox({ server, user, mailbox, messages });
      const connection = await openImapConnection(server, user);
      await connection.command(`CREATE ${quote(encodeMailboxName(mailbox))}`);
      await connection.close();
    },
    async flags(mailbox) {
      const answers = await commands(mailbox, 'UID FETCH 1:* (UID FLAGS)');
      return new Map(answers.flatMap(readFlags));
    },
    async contents(mailbox) {
      const answers = await commands(mailbox, 'UID FETCH 1:* (UID BODY.PEEK[])');
      return new Map(answers.flatMap(readContent));
    },
    async addFlags(mailbox, uid, flags) {
      await commands(mailbox, `UID STORE ${uid} +FLAGS (${flags.join(' ')})`);
    },
    async expunge(mailbox, uid) {
      await commands(mailbox, `UID STORE ${uid} +FLAGS (\\Deleted)`, `UID EXPUNGE ${uid}`);
    },
    async close() {
      await access.store.close();
      await server.stop();
    },
  };
}

function readContent(answer: string): [number, Buffer][] {
  const match = /FETCH \(UID (\d+) BODY\[\] \{(\d+)\}\r\n/.exec(answer);
  if (!match) return [];
  const start = match.index + match[0].length;
  return [[Number(match[1]), Buffer.from(answer.slice(start, start + Number(match[2])), 'latin1')]];
}

function readFlags(answer: string): [number, readonly string[]][] {
  const match = /FETCH \(UID (\d+) FLAGS \(([^)]*)\)/.exec(answer);
  if (!match) return [];
  const flags = (match[2] ?? '').split(' ').filter((flag) => flag !== '' && flag !== '\\Recent');
  return [[Number(match[1]), flags]];
}
