/** Version 1 keeps the rules of JSON:API over a real Dovecot as it does over the sandbox. */
import { jsonApiSuite } from '../http/v1/json-api.suite.ts';
import { linksSuite } from '../http/v1/links.suite.ts';
import { v1Mail } from '../http/v1/v1-mail.ts';
import { openV1Api, USER, type V1Api } from '../http/v1/v1-server.ts';
import { type Dovecot, startDovecot } from '../support/dovecot.ts';
import { fillMailbox } from '../support/fill-mailbox.ts';
import { encodeMailboxName, openImapConnection, quote } from '../support/imap-connection.ts';

jsonApiSuite('Dovecot', startDovecotV1);
linksSuite('Dovecot', startDovecotV1);

/** Starts Dovecot with Jane's mail and the API before it. */
async function startDovecotV1(): Promise<V1Api> {
  const dovecot = await startDovecot({ users: [USER] });
  await fillWithMail(dovecot);
  const api = openV1Api({ imapPort: dovecot.port });
  return {
    ...api,
    async close() {
      await api.close();
      await dovecot.stop();
    },
  };
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
