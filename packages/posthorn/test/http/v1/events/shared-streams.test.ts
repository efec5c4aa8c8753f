/** Streams of events of many clients: one person with a mail server of their own leaves some for the others. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { createPosthorn, type Posthorn } from '../../../../src/composition/create-posthorn.ts';
import { readSettings } from '../../../../src/config/load-settings.ts';

const EVENTS = '/rest-api-email/v1/MailAccounts/mail/MailFolders/INBOX/events';
const USERS = Array.from({ length: 50 }, (_, number) => `user${number}@hostile.example`);
const STREAMS_EACH = 20;
const ADDRESSES = ['203.0.113.1', '203.0.113.2', '203.0.113.3'];

interface Client {
  readonly user: string;
  readonly host: string;
  readonly port: number;
  readonly from: string;
}

describe('Streams of events', () => {
  let own: Sandbox;
  let other: Sandbox;
  let posthorn: Posthorn;
  let address: string;
  const leaving = new AbortController();
  const answers: Response[] = [];

  before(async () => {
    const mailboxes = [{ name: 'INBOX', messages: [] }];
    const users = USERS.map((name) => ({ name, password: 'secret', mailboxes }));
    own = await startSandbox({ users });
    other = await startSandbox({ users: [{ name: 'ann@example.org', password: 'secret', mailboxes }] });
    posthorn = createPosthorn({
      settings: readSettings({
        ...{ LOG_LEVEL: 'silent', PORT: '0', APP_TRUST_PROXY: '127.0.0.1', APP_ALLOW_CLEARTEXT: 'true' },
        APP_MAIL_HOSTS_ALLOW: `127.0.0.1:${own.imapPort},localhost:${other.imapPort}`,
      }),
      ...{ mailServers: [], extraRoots: [] },
    });
    address = await posthorn.listen();
  });
  after(async () => {
    leaving.abort();
    await posthorn.close();
    await Promise.all([own.close(), other.close()]);
  });

  /** The status of a stream that stays open. */
  async function open({ user, host, port, from }: Client): Promise<number> {
    const data = { inbox_address: host, inbox_port: port, inbox_ssl: false };
    const answer = await fetch(`${address}${EVENTS}`, {
      signal: leaving.signal,
      headers: {
        authorization: `Basic ${btoa(`${user}:secret`)}`,
        'x-cnmail-data': btoa(JSON.stringify(data)),
        'x-forwarded-for': from,
      },
    });
    // An answer without a reference would be ended by the garbage collector.
    answers.push(answer);
    return answer.status;
  }

  it('are not all taken by the users of one server, from a few addresses', async () => {
    const statuses: number[] = [];
    for (const [index, user] of USERS.entries()) {
      const from = ADDRESSES[index % ADDRESSES.length] ?? '';
      const client = { user, from, host: '127.0.0.1', port: own.imapPort };
      const opened = Array.from({ length: STREAMS_EACH }, () => open(client));
      statuses.push(...(await Promise.all(opened)));
    }
    const ann = { user: 'ann@example.org', from: '198.51.100.7', host: 'localhost', port: other.imapPort };

    const status = await open(ann);

    assert.equal(status, 200);
    assert.equal(statuses.filter((each) => each === 200).length, 500);
  });
});
