/** Lists of folders that are asked for again, over the sandbox. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createTestMailStore, testAccount } from '../contracts/store-under-test.ts';
import { buildMessage } from '../support/message-samples.ts';
import { startRunningPosthorn, USER } from './running-posthorn.ts';

interface FolderDocument {
  readonly links: { readonly self: string };
  readonly data: readonly { readonly attributes: Readonly<Record<string, unknown>> }[];
}

async function start(t: TestContext) {
  const { posthorn, sandbox, authorization } = await startRunningPosthorn(t);
  const list = async (query = '', host = 'a.example'): Promise<FolderDocument> => {
    const url = `/rest-api-email/v1/MailAccounts/example/MailFolders${query}`;
    return (await posthorn.server.inject({ url, headers: { authorization, host } })).json();
  };
  return { sandbox, user: sandbox.user(USER), list };
}

describe('The folders of an account that are asked for again', () => {
  it('are the same object while nothing changes, and another one for every change', async (t) => {
    const { sandbox, user } = await start(t);
    const store = createTestMailStore();
    t.after(() => store.close());
    const account = testAccount(
      { host: '127.0.0.1', port: sandbox.imapPort },
      { name: USER, password: 'secret' },
    );
    const list = () => store.listMailboxes(account, AbortSignal.timeout(10_000));
    const changes = [
      () => user.deliver(buildMessage()),
      () => user.setFlags('INBOX', 1, ['\\Seen']),
      () => user.createMailbox('New'),
      () => user.expunge('INBOX', 1),
    ];

    let last = await list();
    for (const change of changes) {
      assert.equal(await list(), last);
      change();
      const changed = await list();
      assert.notEqual(changed, last);
      last = changed;
    }
  });

  it('show what another client has changed, at once', async (t) => {
    const { user, list } = await start(t);
    const unread = async () => {
      const { data } = await list('?fields[MailFolder]=name,unreadMessages');
      return data.find(({ attributes }) => attributes.name === 'INBOX')?.attributes.unreadMessages;
    };

    const seen = [await unread(), await unread()];
    user.deliver(buildMessage());
    seen.push(await unread(), await unread());

    assert.deepEqual(seen, [0, 0, 1, 1]);
  });

  it('have the fields, the roots and the links of each request', async (t) => {
    const { list } = await start(t);
    await list();

    const [named, rooted, subscribed, elsewhere] = [
      await list('?fields[MailFolder]=name'),
      await list('?filter[root]=INBOX'),
      await list('?fields[MailFolder]=subscribed'),
      await list('', 'b.example'),
    ];

    assert.deepEqual(Object.keys(named.data[0]?.attributes ?? {}), ['name']);
    assert.equal(rooted.data.length, 1);
    assert.deepEqual(Object.keys(subscribed.data[0]?.attributes ?? {}), ['subscribed']);
    assert.equal(new URL(elsewhere.links.self).host, 'b.example');
  });
});
