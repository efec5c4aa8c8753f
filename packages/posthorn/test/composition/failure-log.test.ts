/** What an operator finds in the log of a request that has failed: which server, why, and what of the request is at fault. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Fault } from 'posthorn-sandbox';
import { createLogger } from '../../src/observability/logger.ts';
import { type RunningOptions, startRunningPosthorn, USER } from './running-posthorn.ts';

const V1 = '/rest-api-email/v1/MailAccounts';
const LETTER = {
  data: {
    type: 'MessageItem',
    attributes: { to: [{ address: 'bob@example.com' }, { address: 'eve@example.com' }] },
  },
};

async function startLogged(t: TestContext, settings: RunningOptions['settings'] = {}) {
  const texts: string[] = [];
  const destination = { write: (line: string) => texts.push(line) };
  const logger = createLogger({ level: 'info', environment: 'test', destination });
  const running = await startRunningPosthorn(t, { settings, overrides: { logger: () => logger } });
  const { address, authorization } = running;
  const find = (message: string) => texts.map((text) => JSON.parse(text)).find(({ msg }) => msg === message);
  return {
    ...running,
    log: () => texts.join(''),
    ask: async (path: string, init: RequestInit = {}) => {
      const headers = { authorization, ...init.headers };
      const answer = await fetch(`${address}${V1}${path}`, { ...init, headers });
      return { status: answer.status, text: await answer.text() };
    },
    async line(message: string) {
      while (find(message) === undefined) await nextTurn();
      return find(message);
    },
  };
}

type Logged = Awaited<ReturnType<typeof startLogged>>;

function send({ ask }: Logged) {
  const headers = { 'content-type': 'application/vnd.api+json' };
  const path = '/example/MailFolders/Drafts/MessageItems/send';
  return ask(path, { method: 'POST', headers, body: JSON.stringify(LETTER) });
}

const REFUSED = '5.7.1 <bob@example.com>: sender <ann@example.org> not allowed';

describe('the log of a request that fails', () => {
  it('names the entry, the protocol, the host and the port of a receiving server, and the cause', async (t) => {
    const logged = await startLogged(t);
    const port = logged.sandbox.imapPort;
    await logged.sandbox.close();

    const { status, text } = await logged.ask('/example/MailFolders');

    const line = await logged.line('request failed');
    assert.deepEqual(
      [status, line.code, line.server],
      [502, 'server-unreachable', { entry: 'example', protocol: 'imap', host: '127.0.0.1', port }],
    );
    assert.match(line.cause, /ECONNREFUSED/);
    assert.ok(!text.includes('127.0.0.1') && !logged.log().includes(USER), text);
  });

  it('names the sending server', async (t) => {
    const logged = await startLogged(t);
    logged.sandbox.faults.add({ kind: 'smtp-drop', at: 'smtp-before-greeting' });

    await send(logged);

    const { server, code } = await logged.line('request failed');
    const port = logged.sandbox.smtpPort;
    assert.deepEqual(
      [code, server],
      ['server-unreachable', { entry: 'example', protocol: 'smtp', host: '127.0.0.1', port }],
    );
  });

  it('names the server of a client without an entry, and what is wrong with its header', async (t) => {
    const logged = await startLogged(t, { AUTH_PROVIDER: 'local-mail-account' });
    const withData = (data: object) => ({ headers: { 'x-cnmail-data': btoa(JSON.stringify(data)) } });

    await logged.ask(
      '/my-own/MailFolders',
      withData({ inbox_address: 'imap.example.org', inbox_port: 2525 }),
    );

    const line = await logged.line('request refused');
    assert.deepEqual(
      [line.code, line.server, line.reason],
      [
        'invalid-parameter',
        { protocol: 'imap', host: 'imap.example.org', port: 2525 },
        'The port of a mail server must be 143, 465, 587 or 993.',
      ],
    );
    assert.ok(!logged.log().includes('my-own'));
  });

  it('has the code and the words of a server that refuses a message, without addresses', async (t) => {
    const logged = await startLogged(t);
    logged.sandbox.faults.add({ kind: 'smtp-refuse-data', replyCode: 550, text: REFUSED });

    const { status } = await send(logged);

    const line = await logged.line('request refused');
    assert.deepEqual(
      [status, line.code, line.answer, line.enhancedCode, line.server?.protocol],
      [422, 'message-rejected', '550', '5.7.1', 'smtp'],
    );
    assert.equal(line.text, '550 5.7.1 <address>: sender <address> not allowed');
  });

  it('has the codes of recipients that were refused when others were not', async (t) => {
    const logged = await startLogged(t);
    const fault: Fault = {
      ...{ kind: 'smtp-reject-recipient', recipient: 'eve@example.com' },
      ...{ replyCode: 550, text: '5.1.1 unknown' },
    };
    logged.sandbox.faults.add(fault);

    const { status } = await send(logged);

    assert.deepEqual([status, (await logged.line('recipients refused')).answers], [200, ['550 5.1.1']]);
    assert.ok(!logged.log().includes('eve@'));
  });

  it('has a line for an id of another account, as in version 0', async (t) => {
    const logged = await startLogged(t);

    const { status } = await logged.ask('/elsewhere/MailFolders');

    const { code, reason } = await logged.line('request refused');
    assert.deepEqual(
      [status, code, reason],
      [404, 'mail-account-unknown', 'The user has no mail account with this id.'],
    );
    assert.ok(!logged.log().includes(USER));
  });
});

describe('the line of a request that is answered with a problem', () => {
  for (const { path, body, expected } of [
    { path: '/example/MailFolders/INBOX/MessageItems?page[limit]=x', expected: ['page[limit]', undefined] },
    { path: '/example/MailFolders?Geheim=1', expected: [undefined, undefined] },
    {
      path: '/example/MailFolders/Drafts/MessageItems',
      body: { data: { type: 'MessageItem', attributes: { subject: 1 } } },
      expected: [undefined, '/data/attributes/subject'],
    },
  ]) {
    it(`has the code and what is at fault, for ${path}`, async (t) => {
      const logged = await startLogged(t);
      const headers = { 'content-type': 'application/vnd.api+json' };
      const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };

      const { status, text } = await logged.ask(path, init);

      const line = await logged.line('request answered');
      const [{ code }] = JSON.parse(text).errors;
      assert.deepEqual([line.status, line.code, line.parameter, line.pointer], [status, code, ...expected]);
      assert.ok(!logged.log().includes('Geheim'));
    });
  }
});
