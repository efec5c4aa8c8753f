/** Answers that name another server, and an extension that would hide what comes: none is used. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { createTestMailStore, mailboxName, testAccount } from '../contracts/store-under-test.ts';
import { startScriptedServer as startImapServer } from '../support/scripted-imap-server.ts';
import { startScriptedServer as startSmtpServer } from './smtp/scripted-smtp-server.ts';
import { codeOf } from './smtp/submission-under-test.ts';

const USER = { name: 'jane', password: 'secret' };
const { signal } = new AbortController();

/** A server that counts who comes. */
async function startOther(t: TestContext) {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  return { port: (server.address() as AddressInfo).port, visits: () => visits };
}

/** What a list of INBOX asks a server that refuses each command with the text. */
async function listAt(t: TestContext, capabilities: string, refusal: string): Promise<readonly string[]> {
  const lines: string[] = [];
  const server = await startImapServer({
    capabilities,
    answer({ tag, line, socket }) {
      lines.push(line);
      if (/^(AUTHENTICATE|LOGIN|LOGOUT|ID|NOOP|ENABLE)/.test(line)) return '';
      socket.write(`${tag} ${refusal}\r\n`);
      return undefined;
    },
  });
  t.after(() => server.close());
  const store = createTestMailStore();
  t.after(() => store.close());
  const folder = { account: testAccount(server, USER), mailbox: mailboxName('INBOX') };
  await assert.rejects(store.countMessages(folder, signal));
  return lines;
}

describe('A mail server that names another one', () => {
  it('is not followed', async (t) => {
    const other = await startOther(t);
    const url = `imap://jane;AUTH=*@127.0.0.1:${other.port}/INBOX`;
    const lines = await listAt(t, 'MAILBOX-REFERRALS LOGIN-REFERRALS', `NO [REFERRAL ${url}] elsewhere`);

    assert.deepEqual([lines.length > 1, other.visits()], [true, 0]);
  });
});

describe('A sending server that names another one', () => {
  it('is not followed', async (t) => {
    const other = await startOther(t);
    const RCPT = `551 5.1.6 User not local; please try <bob@[127.0.0.1:${other.port}]>`;
    const server = await startSmtpServer(t, { answers: { RCPT } });

    assert.equal(await codeOf({ port: server.port }), 'message-rejected');
    assert.deepEqual([server.connectionCount, other.visits()], [1, 0]);
  });
});

describe('A mail server that offers compression', () => {
  it('is not asked for it', async (t) => {
    const lines = await listAt(t, 'COMPRESS=DEFLATE', 'NO not now');

    assert.deepEqual([lines.length > 1, lines.filter((line) => line.startsWith('COMPRESS'))], [true, []]);
  });
});
