/** `posthorn serve --workers`: several processes that clients cannot tell from one. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request as openRequest } from 'node:http';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { chooseWorker } from '../../src/http/peers/rendezvous.ts';
import { findFreePort } from '../support/free-port.ts';
import { buildMessage } from '../support/message-samples.ts';
import { serveInstallation } from './installation.ts';
import { createInstallationRoot } from './installation-root.ts';
import { type PosthornProcess, runPosthorn } from './posthorn-process.ts';

const WORKERS = [1, 2, 3];
const PASSWORD = 'a-secret';
/** One user for each worker. */
const USERS = WORKERS.map((worker) => {
  const names = Array.from({ length: 100 }, (_, index) => `user${index}@example.org`);
  return names.find((name) => chooseWorker(name, WORKERS) === worker) ?? '';
});
const [USER = '', OTHER = ''] = USERS;
const V0_INBOX = '/rest-api-email/v0/MailAccounts/example/MailFolders/INBOX/MessageItems';
const V0_DRAFTS = V0_INBOX.replace('INBOX', 'Drafts');
const V1_INBOX = V0_INBOX.replace('v0', 'v1');
const LIST = `${V0_INBOX}?start=0&limit=20`;

interface Scene {
  readonly sandbox: Sandbox;
  readonly server: PosthornProcess;
  /** A request on a connection of its own: each one comes to the next worker. */
  fetch(path: string, init?: RequestInit & { readonly user?: string }): Promise<Response>;
}

function authorizationOf(user: string, password = PASSWORD): string {
  return `Basic ${btoa(`${user}:${password}`)}`;
}

async function startScene(
  t: TestContext,
  settings: Readonly<Record<string, string>> = {},
  deliver: (sandbox: Sandbox) => void = () => undefined,
): Promise<Scene> {
  const sandbox = await startSandbox({
    users: USERS.map((name) => ({ name, password: PASSWORD })),
    smtp: true,
  });
  t.after(() => sandbox.close());
  for (const user of USERS) sandbox.user(user).deliver(buildMessage({ subject: `Hello ${user}` }));
  deliver(sandbox);
  const server = await serveInstallation({
    imapPort: sandbox.imapPort,
    settings: { APP_WORKERS: String(WORKERS.length), ...settings },
  });
  t.after(() => server.stop());
  await untilOutput(server, 'all worker processes serve');
  return {
    sandbox,
    server,
    fetch: (path, { user = USER, ...init } = {}) =>
      fetch(`${server.address}${path}`, {
        ...init,
        headers: { authorization: authorizationOf(user), connection: 'close', ...init.headers },
      }),
  };
}

async function untilOutput(server: PosthornProcess, text: string): Promise<void> {
  await until(() => server.output().includes(text), text);
}

async function until(isTrue: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await isTrue())) {
    assert.ok(performance.now() < deadline, `it did not come: ${what}`);
    await wait(50);
  }
}

/** The process ids of the workers. */
function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The process that has the number of the worker, by the log. */
function workerPid(server: PosthornProcess, worker: number): number {
  const entries = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as { readonly worker?: number; readonly pid?: number });
  const pid = entries.findLast((entry) => entry.worker === worker && entry.pid !== undefined)?.pid;
  assert.ok(pid, `the log has no process of worker ${worker}`);
  return pid;
}

/** Ends the worker of the user at once. */
async function killOwner(server: PosthornProcess): Promise<void> {
  process.kill(workerPid(server, chooseWorker(USER, WORKERS)), 'SIGKILL');
  await untilOutput(server, 'a worker process has ended');
}

async function metricsOf(port: number): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
}

function seriesValue(page: string, series: string): number {
  const line = page.split('\n').find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length) ?? Number.NaN);
}

/** The lists of the user over so many connections at a time, each with so many requests. */
async function listOver(server: PosthornProcess, connections: number, perConnection: number): Promise<void> {
  for (let connection = 0; connection < connections; connection += 1) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let count = 0; count < perConnection; count += 1) {
      const request = openRequest(`${server.address}${LIST}`, {
        agent,
        headers: { authorization: authorizationOf(USER) },
      });
      const [answer] = (await once(request.end(), 'response')) as [IncomingMessage];
      assert.equal(answer.statusCode, 200);
      await answer.resume().toArray();
    }
    agent.destroy();
  }
}

describe('posthorn serve with three workers', () => {
  it('signs an account in once, whichever connections its requests come on', async (t) => {
    const { sandbox, server, fetch } = await startScene(t);

    await listOver(server, 10, 5);
    const form = new URLSearchParams({ username: USER, password: PASSWORD });
    const signIns = await Promise.all(
      WORKERS.map(() => fetch('/rest-imapuser/auth', { method: 'POST', body: form })),
    );

    assert.deepEqual(
      signIns.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal(sandbox.counters.loginsTried, 1);
  });

  it('does a request with an Idempotency-Key once, also after the end of the worker that did it', async (t) => {
    const { sandbox, server, fetch } = await startScene(t);
    const create = () =>
      fetch(V0_DRAFTS, {
        method: 'POST',
        body: JSON.stringify({ data: { type: 'MessageBody', attributes: { textHtml: '<p>Hi</p>' } } }),
        headers: { 'content-type': 'application/json', 'idempotency-key': 'the-same' },
      });

    const answers = await Promise.all(Array.from({ length: 6 }, create));
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    await killOwner(server);
    const repeated = await create();

    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [answers[0]?.status]);
    assert.ok(answers[0]?.ok, `${answers[0]?.status} ${bodies[0]}`);
    assert.deepEqual([...new Set([...bodies, await repeated.text()])], [bodies[0]]);
    assert.equal(repeated.headers.get('idempotency-replayed'), 'true');
    assert.equal(sandbox.recording.filter(({ name }) => name === 'APPEND').length, 1);
  });

  it('lets one of several changes with the same If-Match win', async (t) => {
    const { fetch } = await startScene(t);
    const { data } = (await (await fetch(V1_INBOX)).json()) as { data: readonly { id: string }[] };
    const id = data[0]?.id ?? '';
    const path = `/rest-api-email/v1/MessageItems/${id}`;
    const etag = (await fetch(path)).headers.get('etag') ?? '';

    const answers = await Promise.all(
      Array.from({ length: 9 }, () =>
        fetch(path, {
          method: 'PATCH',
          body: JSON.stringify({ data: { type: 'MessageItem', id, attributes: { flagged: true } } }),
          headers: { 'content-type': 'application/vnd.api+json', 'if-match': etag },
        }),
      ),
    );

    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, ...Array(8).fill(412)]);
  });

  it('passes files on octet for octet, and addresses of downloads are good at every worker', async (t) => {
    const content = randomBytes(20_000_000);
    const { fetch } = await startScene(t, {}, (sandbox) =>
      sandbox.user(USER).deliver(buildMessage({ attachments: [{ filename: 'big.bin', content }] })),
    );
    const list = await fetch(`${V0_INBOX}/2/Attachments`);
    const { data } = (await list.json()) as { data: readonly { id: string; downloadUrl: string }[] };
    const [{ id, downloadUrl } = { id: '', downloadUrl: '' }] = data;

    const downloads = await Promise.all(
      WORKERS.map(async () => (await fetch(`${V0_INBOX}/2/Attachments/${id}`)).arrayBuffer()),
    );
    const linked = await Promise.all(
      WORKERS.map(() => globalThis.fetch(downloadUrl, { headers: { connection: 'close' } })),
    );

    for (const download of downloads) assert.ok(Buffer.from(download).equals(content), 'a download differs');
    assert.deepEqual(
      linked.map(({ status }) => status),
      [200, 200, 200],
    );
    for (const answer of linked) {
      assert.ok(Buffer.from(await answer.arrayBuffer()).equals(content), 'a linked download differs');
    }
  });

  it('refuses a sign-in that is too long, at every worker', async (t) => {
    const { server } = await startScene(t);
    const body = `username=${encodeURIComponent(USER)}&password=${'x'.repeat(200_000)}`;

    const answers = await Promise.all(
      Array.from({ length: 4 * WORKERS.length }, async () => {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        const init = { method: 'POST', body, headers };
        const { status } = await fetch(`${server.address}/rest-imapuser/auth`, init);
        return status;
      }),
    );

    assert.deepEqual(answers, Array(4 * WORKERS.length).fill(413));
  });

  it('passes an upload of 20 MB on', async (t) => {
    const { fetch } = await startScene(t);
    const content = randomBytes(20_000_000);
    const body = JSON.stringify({ data: { type: 'MessageBody', attributes: { textHtml: '<p>Hi</p>' } } });
    const headers = { 'content-type': 'application/json' };

    for (const _worker of WORKERS) {
      const draft = (await (await fetch(V0_DRAFTS, { method: 'POST', body, headers })).json()) as {
        data: { id: string };
      };
      const form = new FormData();
      form.set('files[0][text]', 'large.bin');
      form.set('files[0][type]', 'application/octet-stream');
      form.set('files[0][blob]', new Blob([content]), 'large.bin');
      const answer = await fetch(`${V0_DRAFTS}/${draft.data.id}/Attachments`, { method: 'POST', body: form });
      const told = (await answer.json()) as { data: readonly { id: string; parentMessageItemId: string }[] };
      const [file] = told.data;
      const download = await fetch(`${V0_DRAFTS}/${file?.parentMessageItemId}/Attachments/${file?.id}`);

      assert.ok(Buffer.from(await download.arrayBuffer()).equals(content), 'the file came back changed');
    }
  });

  it('ends the stream of events of a client that goes away, and shows all workers in its metrics', async (t) => {
    const metricsPort = await findFreePort();
    const { fetch } = await startScene(t, { METRICS_PORT: String(metricsPort) });
    const streams = async () => seriesValue(await metricsOf(metricsPort), 'posthorn_event_streams');

    const clients = WORKERS.map(() => new AbortController());
    const answers = await Promise.all(
      clients.map(({ signal }, index) =>
        fetch('/rest-api-email/v1/MailAccounts/example/events', { signal, user: USERS[index] ?? '' }),
      ),
    );
    await until(async () => (await streams()) === WORKERS.length, 'three streams');
    for (const client of clients) client.abort();
    await until(async () => (await streams()) === 0, 'no stream');

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    const page = await metricsOf(metricsPort);
    assert.match(page, /^posthorn_build_info\{version="[^"]+"\} 1$/m);
  });

  it('counts failed sign-ins for all workers together, whatever a client says of its address', async (t) => {
    const { fetch, sandbox } = await startScene(t, { APP_FAILED_SIGN_INS_PER_MINUTE: '4' });

    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      const headers = {
        authorization: authorizationOf(`nobody${count}@example.org`),
        'x-posthorn-client-address': `203.0.113.${count}`,
      };
      statuses.push((await fetch(LIST, { headers })).status);
    }

    assert.deepEqual(statuses, [...Array(4).fill(401), ...Array(8).fill(429)]);
    assert.equal(sandbox.counters.loginsTried, 4);
  });

  it('goes on when a worker is killed, and starts it again: no account has two processes meanwhile', async (t) => {
    const { fetch, server } = await startScene(t);
    const state = ((await (await fetch(V1_INBOX)).json()) as { meta: { state: string } }).meta.state;

    await killOwner(server);
    const [others, waiting] = await Promise.all([fetch(LIST, { user: OTHER }), fetch(LIST)]);
    const changesPath = V1_INBOX.replace('/MessageItems', '/changes');
    const changes = await fetch(`${changesPath}?since=${encodeURIComponent(state)}`);

    assert.deepEqual([others.status, waiting.status, changes.status], [200, 200, 200]);
    await untilOutput(server, 'a worker process was started again');
    assert.equal(childrenOf(server.pid).length, WORKERS.length);
  });

  it('closes the connection that a worker was handed when it was killed', async (t) => {
    const { server } = await startScene(t);
    const pid = workerPid(server, 1);
    process.kill(pid, 'SIGSTOP');
    const port = Number(new URL(server.address).port);
    const connections = WORKERS.flatMap(() => [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]);
    t.after(() => connections.map((connection) => connection.destroy()));
    const ends = connections.map((connection) => {
      connection.write('GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
      // It may be reset: the request was not read.
      connection.on('error', () => undefined).resume();
      return new Promise<void>((resolve) => connection.on('close', () => resolve()));
    });
    await until(() => connections.filter(({ closed }) => !closed).length === 1, 'the answers of the others');

    process.kill(pid, 'SIGKILL');

    await Promise.all(ends);
  });

  it('ends with code 0 on SIGTERM, finishes what is under way, and leaves no process behind', async (t) => {
    const { fetch, server, sandbox } = await startScene(t);
    sandbox.faults.add({ kind: 'delay', ms: 500, at: 'command-received', command: 'FETCH' });
    const pids = childrenOf(server.pid);
    const lists = Promise.all(USERS.flatMap((user) => [fetch(LIST, { user }), fetch(LIST, { user })]));
    await wait(200);

    const code = await server.stop('SIGTERM');

    assert.deepEqual(
      (await lists).map(({ status }) => status),
      Array(6).fill(200),
    );
    assert.equal(code, 0);
    assert.deepEqual(pids.filter(isAlive), []);
  });

  it('leaves no process behind when it is killed', async (t) => {
    const { server } = await startScene(t);
    const pids = childrenOf(server.pid);

    await server.stop('SIGKILL');

    await until(() => !pids.some(isAlive), 'the end of the workers');
  });
});

describe('posthorn serve with workers that cannot start', () => {
  it('says what one process says, with its exit code', async (t) => {
    const { server } = await startScene(t);
    const { port } = new URL(server.address);
    const root = await createInstallationRoot(t, 'PORT=0\n');

    const wrong = await runPosthorn(['serve', '--workers', '65', '--root', root.path]);
    const taken = await serveInstallation({
      imapPort: 1,
      settings: { APP_WORKERS: '2', PORT: port },
    }).catch((error: Error) => error.message);

    assert.equal(wrong.code, 2);
    assert.match(wrong.output, /APP_WORKERS: expected an integer from 1 to 64, got "65"/);
    assert.match(String(taken), /ended with code 1/);
    assert.match(String(taken), new RegExp(`PORT: port ${port} of 127.0.0.1 is taken by another program`));
  });
});
