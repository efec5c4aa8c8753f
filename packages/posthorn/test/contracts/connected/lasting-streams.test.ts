/** Streams of events that were opened by a key: they end with what opened them, and no others do. */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { type EventReader, listen } from '../../http/v1/events/event-reader.ts';
import {
  accountAt,
  accountDocument,
  type ConnectedServer,
  startConnectedServer,
  V1,
} from './connected-server.ts';

const JANE = { name: 'jane@example.org', password: 'jane-secret' };

describe('A stream of events by a key', () => {
  let sandbox: Sandbox;
  let server: ConnectedServer;
  let base = '';
  let admin = '';
  before(async () => {
    sandbox = await startSandbox({ users: [{ ...JANE, mailboxes: [{ name: 'INBOX' }] }] });
    server = await startConnectedServer({ servers: [{ imapPort: sandbox.imapPort }] });
    admin = await server.makeKey({ scopes: ['mail.read', 'mail.write', 'accounts', 'keys'] });
    base = await server.posthorn.listen();
  });
  after(async () => {
    await server?.close();
    await sandbox?.close();
  });

  /** An account and a key of its own, with the key's stream. */
  const open = async (t: TestContext, account: string) => {
    const document = accountDocument(accountAt({ imapPort: sandbox.imapPort }, JANE), account);
    await server.ask({ method: 'POST', url: '/MailAccounts', key: admin, document });
    const key = await server.makeKey({ scopes: ['mail.read', 'mail.write'], accounts: [account] });
    const stream = await listen(`${base}${V1}/MailAccounts/${account}/MailFolders/INBOX/events`, {
      headers: { authorization: `Bearer ${key}` },
    });
    t.after(() => stream.close());
    await stream.next();
    return { key: key.split('_')[1] ?? '', stream };
  };
  const changeKey = (id: string, change: object) =>
    server.ask({
      ...{ method: 'PATCH', url: `/ApiKeys/${id}`, key: admin },
      document: { data: { type: 'ApiKey', id, ...change } },
    });
  const switchOff = (id: string) =>
    server.ask({
      ...{ method: 'PATCH', url: `/MailAccounts/${id}`, key: admin },
      document: { data: { type: 'MailAccount', id, attributes: { enabled: false } } },
    });

  const ENDS: Readonly<Record<string, (key: string, account: string) => Promise<{ status: number }>>> = {
    revoked: (key) => server.ask({ method: 'DELETE', url: `/ApiKeys/${key}`, key: admin }),
    expired: (key) => changeKey(key, { attributes: { expiresAt: new Date(Date.now() + 500).toISOString() } }),
    'left without the scope': (key) => changeKey(key, { attributes: { scopes: ['mail.write'] } }),
    'bound to another account': (key) =>
      changeKey(key, {
        relationships: { MailAccounts: { data: [{ type: 'MailAccount', id: 'kept' }] } },
      }),
    'for an account that is switched off': (_key, account) => switchOff(account),
  };

  it('ends when the key opens the account no more, and goes on for all other keys', async (t) => {
    const kept = await open(t, 'kept');
    let hasKeptEnded = false;
    void kept.stream.ended.then(() => {
      hasKeptEnded = true;
    });
    const streams: EventReader[] = [];
    for (const [index, [name, end]] of Object.entries(ENDS).entries()) {
      const account = `account${index}`;
      const { key, stream } = await open(t, account);
      const { status } = await end(key, account);
      assert.ok([200, 204].includes(status), `${name}: ${status}`);
      streams.push(stream);
    }

    await Promise.all(streams.map((stream) => stream.ended));
    assert.equal(hasKeptEnded, false);
    await server.ask({
      ...{ method: 'POST', url: '/MailAccounts/kept/MailFolders/INBOX/MessageItems/import', key: admin },
      headers: { 'content-type': 'message/rfc822' },
      payload: 'Subject: more\r\n\r\nmore\r\n',
    });
    assert.equal((await kept.stream.next()).event, 'changes');
  });
});
