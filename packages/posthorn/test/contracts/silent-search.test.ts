/** A server that does not find by SEARCH what it says is there: its messages are listed all the same. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startHostileServer } from '../support/hostile-imap-server.ts';
import { createTestMailStore, mailboxName, testAccount } from './store-under-test.ts';

const signal = new AbortController().signal;

it('lists every message of a server whose search finds none', async (t) => {
  const server = await startHostileServer({
    silent: ({ tag, line }) => (line.startsWith('UID SEARCH') ? `${tag} OK nothing\r\n` : undefined),
  });
  const store = createTestMailStore();
  t.after(() => Promise.all([store.close(), server.close()]));
  const endpoint = { host: '127.0.0.1', port: server.port };
  const account = testAccount(endpoint, { name: 'silent@hostile.example', password: 'secret' });
  const query = {
    ...{ window: { start: 0, limit: 50 }, maxRows: 1000, criterion: null },
    order: [{ key: 'date', isDescending: true }] as const,
    attributes: new Set(['subject'] as const),
  };
  const list = () => store.listMessages({ account, mailbox: mailboxName('INBOX'), query }, signal);

  for (const page of [await list(), await list()]) {
    assert.deepEqual([page.total, page.matching], [3, 3]);
    assert.deepEqual(
      page.items.map(({ subject }) => subject),
      ['number 3', 'number 2', 'number 1'],
    );
  }
});
