/** The built command under load, while it is told to stop or to read its configuration again. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { buildMessage } from '../support/message-samples.ts';
import { type PosthornProcess, startPosthornProcess, untilPrinted } from './posthorn-process.ts';
import { type RequestFate, startLoad } from './steady-load.ts';

const USER = { name: 'ann@example.org', password: 'ann-secret' };
const HEADERS = { authorization: `Basic ${btoa(`${USER.name}:${USER.password}`)}` };
const INBOX = '/rest-api-email/v0/MailAccounts/example/MailFolders/INBOX/MessageItems';
const LIST = `${INBOX}?start=0&limit=20`;
const PER_SECOND = 50;

interface Installation {
  readonly root: string;
  /** Writes a file of `app/config`. */
  configure(name: string, source: string): Promise<void>;
  serve(settings?: Readonly<Record<string, string>>): Promise<PosthornProcess>;
}

async function install(t: TestContext, sandbox: Sandbox): Promise<Installation> {
  const root = await mkdtemp(join(tmpdir(), 'posthorn-life-'));
  t.after(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'app/config'), { recursive: true });
  await writeFile(join(root, 'package.json'), '{ "type": "module" }');
  const configure = (name: string, source: string) => writeFile(join(root, 'app/config', name), source);
  await configure('imapserver.js', entriesFor(sandbox));
  return {
    root,
    configure,
    async serve(settings = {}) {
      const environment = { AUTH_PROVIDER: 'single-imap-user', PORT: '0', ...settings };
      const server = await startPosthornProcess(['serve', '--root', root], { environment });
      t.after(() => server.stop('SIGKILL'));
      return server;
    },
  };
}

function entriesFor({ imapPort }: Sandbox): string {
  return `export default [{
    id: 'example', inbox_address: '127.0.0.1', inbox_port: ${imapPort}, inbox_ssl: false, match: '/@example\\\\.org$/', root: [],
  }];`;
}

async function startMail(t: TestContext, messageCount: number): Promise<Sandbox> {
  const sandbox = await startSandbox({ users: [USER] });
  t.after(() => sandbox.close());
  for (let number = 1; number <= messageCount; number += 1) {
    sandbox.user(USER.name).deliver(buildMessage({ subject: `Message ${number}` }));
  }
  return sandbox;
}

/** How often each kind of end occurred; requests that were cut with their reasons. */
function countFates(fates: readonly RequestFate[]): Readonly<Record<string, number>> {
  const words = fates.map((fate) => {
    if (fate.kind === 'answered') return `answered ${fate.status}`;
    return fate.kind === 'cut' ? `cut: ${fate.why}` : fate.kind;
  });
  return Object.fromEntries(
    [...new Set(words)].map((word) => [word, words.filter((each) => each === word).length]),
  );
}

describe('posthorn serve, told to stop', () => {
  it('cuts no request off, logs out of the mail server and ends with code 0', async (t) => {
    const sandbox = await startMail(t, 40);
    sandbox.faults.add({ kind: 'delay', ms: 30, at: 'command-received', command: 'FETCH' });
    const server = await (await install(t, sandbox)).serve();
    const load = startLoad({ url: `${server.address}${LIST}`, headers: HEADERS, perSecond: PER_SECOND });
    await load.until('answered', 2 * PER_SECOND);

    const code = await server.stop('SIGTERM');
    await load.until('refused', PER_SECOND / 5);
    const fates = await load.end();

    const { 'answered 200': _answered, refused: _refused, ...others } = countFates(fates);
    assert.deepEqual(others, {});
    assert.equal(code, 0);
    const logins = sandbox.counters.loginsTried;
    assert.equal(sandbox.recording.filter(({ name }) => name === 'LOGOUT').length, logins);
  });

  it('sends a file to its end that somebody is downloading', async (t) => {
    const sandbox = await startMail(t, 0);
    const content = Buffer.alloc(12_000_000, 'x');
    sandbox.user(USER.name).deliver(buildMessage({ attachments: [{ filename: 'big.bin', content }] }));
    const server = await (await install(t, sandbox)).serve();
    const list = await fetch(`${server.address}${INBOX}/1/Attachments`, { headers: HEADERS });
    const { data } = (await list.json()) as { data: readonly { id: string }[] };
    const file = await fetch(`${server.address}${INBOX}/1/Attachments/${data[0]?.id}`, { headers: HEADERS });

    const stopping = server.stop('SIGTERM');
    await wait(1_500);

    assert.equal((await file.arrayBuffer()).byteLength, content.length);
    assert.equal(await stopping, 0);
  });

  it('tells new connections for a while that it is not ready, and says in the log what it does', async (t) => {
    const server = await (await install(t, await startMail(t, 1))).serve({ APP_STOP_DELAY_SECONDS: '3' });

    const stopping = server.stop('SIGTERM');
    await untilPrinted(server, '"stopping"');
    const ready = await fetch(`${server.address}/health/ready`, { headers: { connection: 'close' } });
    const list = await fetch(`${server.address}${LIST}`, { headers: { ...HEADERS, connection: 'close' } });
    const code = await stopping;

    assert.deepEqual([ready.status, list.status, code], [503, 200, 0]);
    const lines = server
      .output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const told = lines.filter(({ msg }) => /^stop/.test(msg));
    assert.deepEqual(
      told.map(({ msg, level, signal, delaySeconds }) => [msg, level, signal, delaySeconds]),
      [
        ['stopping', 'info', 'SIGTERM', 3],
        ['stopped', 'info', undefined, undefined],
      ],
    );
    assert.ok(told[1]?.durationMs >= 2_900, server.output());
  });

  it('waits no longer than it may', async (t) => {
    const sandbox = await startMail(t, 1);
    const server = await (await install(t, sandbox)).serve({ APP_STOP_TIMEOUT_SECONDS: '1' });
    await hang(server, sandbox);

    assert.equal(await server.stop('SIGTERM'), 1);
    assert.match(server.output(), /posthorn: stopped, but not everything had ended after 1 seconds\.\n/);
    assert.match(server.output(), /"level":"error".*"reason":"not everything had ended after 1 seconds"/);
  });

  it('ends at once when it is told again', async (t) => {
    const sandbox = await startMail(t, 1);
    const server = await (await install(t, sandbox)).serve();
    await hang(server, sandbox);
    process.kill(server.pid, 'SIGTERM');
    await untilPrinted(server, '"stopping"');
    // Whoever presses Ctrl-C twice takes longer than npm, which repeats it.
    await wait(500);

    assert.equal(await server.stop('SIGINT'), 130);
  });

  it('takes a Ctrl-C that npm repeats for one', async (t) => {
    const server = await (await install(t, await startMail(t, 1))).serve();
    process.kill(server.pid, 'SIGINT');

    assert.equal(await server.stop('SIGINT'), 0);
  });
});

describe('posthorn demo, told to stop', () => {
  it('cuts no request off and ends with code 0', async (t) => {
    const demo = await startPosthornProcess(['demo', '--port', '0']);
    t.after(() => demo.stop('SIGKILL'));
    const load = startLoad({
      url: `${demo.address}/rest-api-email/v0/MailAccounts/demo/MailFolders/INBOX/MessageItems?start=0&limit=10`,
      headers: { authorization: `Basic ${btoa('jane@posthorn.test:demo')}` },
      perSecond: PER_SECOND,
    });
    await load.until('answered', PER_SECOND);

    const code = await demo.stop('SIGINT');
    const { 'answered 200': _answered, refused: _refused, ...others } = countFates(await load.end());

    assert.deepEqual([code, others], [0, {}]);
  });
});

describe('posthorn serve, told to read its configuration again', () => {
  it('uses the new one from the moment at which it says so, and fails no request', async (t) => {
    const [old, young] = [await startMail(t, 1), await startMail(t, 2)];
    const { configure, serve } = await install(t, old);
    const server = await serve();
    const load = startLoad({ url: `${server.address}${LIST}`, headers: HEADERS, perSecond: PER_SECOND });
    await load.until('answered', PER_SECOND);

    await configure('imapserver.js', entriesFor(young));
    process.kill(server.pid, 'SIGHUP');
    await untilPrinted(server, 'configuration reloaded');
    const reloadedAt = performance.now();
    await wait(2_000);
    old.clearRecording();
    await wait(500);
    const fates = await load.end();

    assert.deepEqual(Object.keys(countFates(fates)), ['answered 200']);
    const totals = fates.map((fate) => (fate.kind === 'answered' ? JSON.parse(fate.body).total : 0));
    assert.deepEqual([totals[0], totals.at(-1)], [1, 2]);
    const late = fates.filter(({ atMs }, index) => atMs > reloadedAt && totals[index] !== 2);
    assert.deepEqual(late, []);
    assert.deepEqual(old.recording, []);
  });

  it('keeps the old one where the new one has problems, and says which', async (t) => {
    const sandbox = await startMail(t, 1);
    const { configure, serve } = await install(t, sandbox);
    const server = await serve();
    const load = startLoad({ url: `${server.address}${LIST}`, headers: HEADERS, perSecond: PER_SECOND });
    await load.until('answered', PER_SECOND / 5);

    await configure('imapserver.js', `export default [{ id: 'example', inbox_port: 'many' }];`);
    process.kill(server.pid, 'SIGHUP');
    await untilPrinted(server, 'configuration not reloaded');
    await configure('imapserver.js', 'export default [');
    process.kill(server.pid, 'SIGHUP');
    await untilPrinted(server, 'configuration not reloaded', 2);

    assert.deepEqual(Object.keys(countFates(await load.end())), ['answered 200']);
    assert.match(server.output(), /imapserver\.js, entry 1 \(\\"example\\"\)/);
    assert.equal(server.output().split('the old one stays in force').length, 3);
  });

  for (const workers of [1, 2]) {
    it(`lets a user in at once who was unknown before, with ${workers} processes`, async (t) => {
      const sandbox = await startMail(t, 1);
      const { configure, serve } = await install(t, sandbox);
      await configure('imapserver.js', entriesFor(sandbox).replace('@example', '@other'));
      const server = await serve({ APP_WORKERS: String(workers) });
      const ask = () => fetch(`${server.address}${LIST}`, { headers: HEADERS });
      const before = [(await ask()).status, (await ask()).status];

      await configure('imapserver.js', entriesFor(sandbox));
      process.kill(server.pid, 'SIGHUP');
      await untilPrinted(server, 'configuration reloaded', workers);

      assert.deepEqual([...before, (await ask()).status], [401, 401, 200]);
      const refusals = server.output().split('No mail server is configured for this user name.').length - 1;
      assert.equal(refusals, 2);
    });
  }

  it('reads what pages of other origins may do as well', async (t) => {
    const { configure, serve } = await install(t, await startMail(t, 1));
    const server = await serve();
    const ask = async () => {
      const answer = await fetch(`${server.address}/rest-api-email/v0/MailAccounts`, {
        headers: { ...HEADERS, origin: 'https://app.example.org' },
      });
      return answer.headers.get('access-control-allow-origin');
    };
    const before = await ask();

    await configure(
      'cors.js',
      `export default { paths: ['rest-api-email/*'], allowed_origins: ['https://app.example.org'] };`,
    );
    process.kill(server.pid, 'SIGHUP');
    await untilPrinted(server, 'configuration reloaded');

    assert.deepEqual([before, await ask()], [null, 'https://app.example.org']);
  });
});

describe('posthorn serve, with APP_DEBUG', () => {
  it('warns on standard error and in its log when others can reach it', async (t) => {
    const { serve } = await install(t, await startMail(t, 1));

    const server = await serve({ APP_DEBUG: 'true', APP_URL: 'https://mail.example.org' });

    assert.match(server.output(), /^posthorn: APP_DEBUG is true although /m);
    assert.match(server.output(), /"level":"warn".*"msg":"APP_DEBUG is true although /);
  });
});

/** A request that the mail server never answers. */
async function hang(server: PosthornProcess, sandbox: Sandbox): Promise<void> {
  sandbox.faults.add({ kind: 'delay', ms: 600_000, at: 'command-received', command: 'SELECT' });
  fetch(`${server.address}${LIST}`, { headers: HEADERS }).catch(() => undefined);
  while (!sandbox.recording.some(({ name }) => name === 'SELECT')) await wait(10);
}
