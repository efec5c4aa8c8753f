/** The password of a user is in no log line and in no answer, whatever happens. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { createLogger } from '../../src/observability/logger.ts';
import { buildMessage } from '../support/message-samples.ts';
import { formsIn, secretForms } from '../support/secret-forms.ts';
import { ACCOUNT_PATH, type RunningPosthorn, startRunningPosthorn, USER } from './running-posthorn.ts';

/** It looks different in base64, in a URL and in JSON. */
const SENTINEL = 'tiger+8f3a/1c&=%"q';
const JSON_TYPE = { 'content-type': 'application/json' };
const AUTH_PATH = '/rest-imapuser/auth';

/** Every form in which the sentinel could be written down. */
const FORMS = secretForms({ user: USER, secret: SENTINEL });

interface Running extends RunningPosthorn {
  /** All log lines so far. */
  readonly log: () => string;
  readonly fetchAny: (path: string, init?: RequestInit) => Promise<Response>;
}

type Scenario = (running: Running) => Promise<readonly Response[]>;

const WRONG = `Basic ${base64(`${USER}:not-${SENTINEL}`)}`;

/** Requests of every kind that have the sentinel in them, or a server that knows it. */
const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'a good request': async ({ request }) => [await request('/MailFolders')],
  'a wrong password': async ({ fetchAny }) => [
    await fetchAny(`${ACCOUNT_PATH}/MailFolders`, { headers: { authorization: WRONG } }),
    await fetchAny(AUTH_PATH, {
      method: 'POST',
      body: new URLSearchParams({ username: USER, password: `not-${SENTINEL}` }),
    }),
  ],
  'credentials that cannot be read': async ({ fetchAny }) => [
    await fetchAny(`${ACCOUNT_PATH}/MailFolders`, { headers: { authorization: `Bearer ${SENTINEL}` } }),
    await fetchAny(`${ACCOUNT_PATH}/MailFolders`, {
      headers: { authorization: `Basic ${base64(SENTINEL)}` },
    }),
  ],
  'connection data that cannot be read': async ({ request }) => [
    await request('/MailFolders', {
      headers: { 'x-cnmail-data': base64(`{"inbox_password": "${SENTINEL}`) },
    }),
    await request('/MailFolders', { headers: { 'x-cnmail-data': SENTINEL } }),
  ],
  'a sign-in that cannot be read': async ({ fetchAny }) => [
    await fetchAny(AUTH_PATH, { method: 'POST', headers: JSON_TYPE, body: `{"password": "${SENTINEL}` }),
    await fetchAny(AUTH_PATH, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ password: SENTINEL }),
    }),
    await fetchAny(AUTH_PATH, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: SENTINEL }),
  ],
  'a body that cannot be read': async ({ request }) => [
    await request('/MailFolders/INBOX/MessageItems/1', {
      method: 'PATCH',
      headers: JSON_TYPE,
      body: `{"${SENTINEL}`,
    }),
    await request('/MailFolders/INBOX/MessageItems/1', {
      method: 'PATCH',
      headers: JSON_TYPE,
      body: JSON.stringify({ [SENTINEL]: SENTINEL }),
    }),
  ],
  'a path that nobody knows': async ({ fetchAny }) => [
    await fetchAny(`/login?password=${encodeURIComponent(SENTINEL)}`),
    await fetchAny(`/${encodeURIComponent(SENTINEL)}/%ZZ`),
  ],
  'a mail server that is gone': async ({ request, sandbox }) => {
    await sandbox.close();
    return [await request('/MailFolders')];
  },
  'a mail server that repeats the password in its refusals': async ({ request, sandbox }) => {
    const text = `no idea what ${SENTINEL} and ${FORMS.sasl} mean`;
    sandbox.faults.add({ kind: 'refuse', at: 'command-received', command: 'LIST', status: 'NO', text });
    sandbox.faults.add({ kind: 'refuse', at: 'command-received', command: 'SELECT', status: 'BAD', text });
    return [await request('/MailFolders'), await request('/MailFolders/INBOX/MessageItems?start=0&limit=1')];
  },
  'a mail server that says goodbye with the password': async ({ request, sandbox }) => {
    sandbox.faults.add({ kind: 'bye', at: 'after-greeting', text: `good night, ${SENTINEL}` });
    return [await request('/MailFolders')];
  },
  'a bug whose error quotes the password': async ({ request, posthorn }) => {
    const { mailFolders } = posthorn.services;
    Object.assign(mailFolders, {
      list: async () => {
        const cause = new Error(`LOGIN ${SENTINEL}\n    at ${FORMS.basic}`);
        throw Object.assign(new TypeError(`Cannot read ${SENTINEL}\n    at ${SENTINEL}`, { cause }), {
          auth: { pass: SENTINEL },
        });
      },
    });
    return [await request('/MailFolders')];
  },
};

describe('the password of a user', () => {
  for (const [name, act] of Object.entries(SCENARIOS)) {
    it(`stays secret after ${name}`, async (t) => {
      const running = await start(t);

      const answers = await act(running);

      const texts = await Promise.all(answers.map(textOf));
      assert.ok(answers.length > 0 && running.log().includes('"status"'));
      assert.deepEqual(formsFound([...texts, running.log()].join('\n')), []);
    });
  }

  it('stays secret when the sending server repeats it', async (t) => {
    const server = await startEchoingSmtp();
    t.after(() => server.close());
    const running = await start(t);
    const { sandbox, request, posthorn } = running;
    const draft = buildMessage({ from: USER, to: ['bob@example.org'] });
    sandbox.user(USER).deliver(draft, { mailbox: 'Drafts', flags: ['\\Draft'] });
    await moveOutbox(running, server);

    const answer = await request('/MailFolders/Drafts/MessageItems/1', { method: 'POST' });

    assert.equal(answer.status, 503);
    assert.match(running.log(), /"msg":"request failed"/);
    assert.ok(posthorn.services.configuration.settings.isDebug);
    assert.deepEqual(formsFound((await textOf(answer)) + running.log()), []);
  });

  it('is found by this test when it is anywhere', () => {
    assert.deepEqual(Object.keys(FORMS), formsFound(Object.values(FORMS).join(' ')));
    assert.deepEqual(formsFound(base64(`{"any":"${SENTINEL}"}`)), ['hidden in base64']);
  });
});

async function start(t: TestContext): Promise<Running> {
  const lines: string[] = [];
  const logger = createLogger({
    level: 'trace',
    environment: 'test',
    destination: { write: (line) => lines.push(line) },
  });
  const running = await startRunningPosthorn(t, {
    password: SENTINEL,
    settings: { APP_DEBUG: 'true', LOG_LEVEL: 'trace' },
    overrides: { logger: () => logger },
  });
  const fetchAny = (path: string, init?: RequestInit) => fetch(`${running.address}${path}`, init);
  return { ...running, log: () => lines.join(''), fetchAny };
}

async function moveOutbox({ posthorn }: Running, server: Server): Promise<void> {
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  await posthorn.reload(async () => ({
    mailServers: posthorn.services.configuration.mailServers.map((entry) => ({
      ...entry,
      outbox: { host: '127.0.0.1', port, security: 'none' },
    })),
  }));
}

/** Fails each login for the moment, and says why. */
async function startEchoingSmtp(): Promise<Server> {
  const answer = (socket: Socket, line: string) => {
    if (/^EHLO/i.test(line)) socket.write('250-here\r\n250 AUTH PLAIN\r\n');
    else socket.write(`454 4.7.0 cannot check ${SENTINEL} now, nor ${line}\r\n`);
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 here\r\n');
    socket.on('data', (data) => answer(socket, data.toString().trim()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

/** Head and body of an answer. */
async function textOf(answer: Response): Promise<string> {
  return `${JSON.stringify([...answer.headers])}\n${await answer.text()}`;
}

function formsFound(text: string): readonly string[] {
  return formsIn(text, { user: USER, secret: SENTINEL });
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
