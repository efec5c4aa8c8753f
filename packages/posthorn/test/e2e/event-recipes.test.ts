/** The programs of docs/events.md, run as they stand there, over an account that is watched. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import {
  accountAt,
  accountDocument,
  type ConnectedServer,
  startConnectedServer,
  V1,
} from '../contracts/connected/connected-server.ts';
import { until } from '../contracts/webhooks/webhook-scene.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const JANE = { name: 'jane@example.org', password: 'jane-secret' };
const PAGE = await readFile(join(import.meta.dirname, '../../../../docs/events.md'), 'utf8');
const PROGRAMS = [...PAGE.matchAll(/^```js (\S+)\n([\s\S]*?)^```$/gm)];

describe('The programs of docs/events.md', () => {
  let sandbox: Sandbox;
  let server: ConnectedServer;
  let receiver: WebhookReceiver;
  let folder: string;
  let environment: NodeJS.ProcessEnv;
  before(async () => {
    sandbox = await startSandbox({ users: [JANE] });
    sandbox.user(JANE.name).createMailbox('Work');
    receiver = await startWebhookReceiver();
    server = await startConnectedServer({
      servers: [{ imapPort: sandbox.imapPort }],
      settings: { APP_WEBHOOK_HOSTS_ALLOW: `127.0.0.1:${receiver.port}` },
    });
    const address = await server.posthorn.listen();
    const document = accountDocument(accountAt({ imapPort: sandbox.imapPort }, JANE), 'jane');
    assert.equal((await server.ask({ method: 'POST', url: '/MailAccounts', document })).status, 201);
    folder = await mkdtemp(join(tmpdir(), 'posthorn-recipes-'));
    for (const [, name = '', code = ''] of PROGRAMS) await writeFile(join(folder, name), code);
    const KEY = await server.makeKey({ scopes: ['mail.read', 'webhooks'] });
    environment = { PATH: process.env.PATH, API: `${address}${V1}`, KEY };
  });
  after(async () => {
    await server?.close();
    receiver?.close();
    await sandbox?.close();
    await rm(folder, { recursive: true });
  });

  let messages = 0;
  const deliver = (subject: string, { mailbox = 'INBOX', header = '' } = {}) => {
    messages += 1;
    const head = `From: Ann <ann@example.org>\r\nTo: jane@example.org\r\nSubject: ${subject}\r\n`;
    const raw = `${head}Message-ID: <m${messages}@test>\r\n${header}\r\nHello\r\n`;
    sandbox.user(JANE.name).deliver(raw, { mailbox });
  };
  /** Waits until the log has that many messages. */
  const untilLogged = (count: number) =>
    until(async () => {
      const { body } = await server.ask({ url: '/Events?filter[kind]=message.created' });
      return body.data.length >= count;
    });
  /** A folder to run in. */
  const place = async (name: string) => {
    const path = join(folder, name);
    await mkdir(path);
    return path;
  };
  const textOf = (...path: readonly string[]) => readFile(join(...path), 'utf8').catch(() => '');

  it('make a ticket of each mail to INBOX, once', async (t) => {
    const cwd = await place('help-desk');
    const tickets = async () => {
      const names = (await readdir(cwd)).filter((name) => name.startsWith('ticket-'));
      return Promise.all(names.map(async (name) => JSON.parse((await textOf(cwd, name)) || '{}')));
    };
    const begin = (): ChildProcess => {
      const child = spawn('node', ['../help-desk.mjs'], { cwd, env: environment, stdio: 'inherit' });
      t.after(() => child.kill('SIGKILL'));
      return child;
    };
    const program = begin();
    await until(async () => (await textOf(cwd, 'last')) !== '');
    const beginning = await textOf(cwd, 'last');

    deliver('Broken lamp');
    deliver('For later', { mailbox: 'Work' });
    await until(async () => (await tickets()).length === 1);
    program.kill('SIGKILL');
    await once(program, 'exit');
    deliver('Lost key');
    // It handles again what it has handled before, and makes whole what was not.
    const [ticket = ''] = (await readdir(cwd)).filter((name) => name.startsWith('ticket-'));
    await writeFile(join(cwd, ticket), '');
    await writeFile(join(cwd, 'last'), beginning);
    begin();

    const subjects = async () => (await tickets()).map(({ subject }) => subject).sort();
    await until(async () => String(await subjects()) === 'Broken lamp,Lost key');
    assert.deepEqual(
      (await tickets()).map(({ text }) => text?.trim()),
      ['Hello', 'Hello'],
    );
    const { body } = await server.ask({ url: '/Events?filter[kind]=message.created' });
    await until(async () => (await textOf(cwd, 'last')) === body.data.at(-1).id);
    assert.deepEqual(await subjects(), ['Broken lamp', 'Lost key']);
  });

  it('file mail by its addresses, and go on where they have ended', async () => {
    const cwd = await place('crm');
    const run = () => runProgram('../crm.mjs', { cwd, environment });
    const filed = async (address: string) =>
      (await textOf(cwd, `${encodeURIComponent(address)}.txt`)).split('\n').filter(Boolean);
    deliver('Offer');
    await untilLogged(messages);

    await run();
    const first = await filed('ann@example.org');
    await run();
    const same = await filed('ann@example.org');
    deliver('Order', { mailbox: 'Work' });
    await untilLogged(messages);
    await run();

    assert.equal(first.length, messages - 1);
    assert.deepEqual(same, first);
    const all = await filed('ann@example.org');
    assert.deepEqual(all.slice(0, -1), first);
    assert.match(all.at(-1) ?? '', /^\S{32} Order$/);
    assert.deepEqual(await filed('jane@example.org'), all);
  });

  it('find the replies to a sent mail in what a webhook brings', async () => {
    const cwd = await place('replies');
    await writeFile(join(cwd, 'sent'), 'offer@example.org\norder@example.org\n');
    const attributes = {
      ...{ url: `http://127.0.0.1:${receiver.port}/`, kinds: ['message.created'] },
      fields: fieldsShown(),
    };
    const document = { data: { type: 'Webhook', attributes } };
    const made = await server.ask({
      ...{ method: 'POST', url: '/Webhooks', key: environment.KEY ?? '', document },
    });
    assert.equal(made.status, 201);

    deliver('Something else');
    deliver('Re: offer', { header: 'In-Reply-To: <offer@example.org>\r\n' });
    deliver('Re: Re: order', { header: 'References: <a@example.org> <order@example.org>\r\n' });
    await until(() => receiver.received.length === 3);
    const outputs = [];
    for (const { body } of receiver.received)
      outputs.push(await runProgram('../replies.mjs', { cwd, environment, input: body }));

    assert.deepEqual(outputs, [
      '',
      `m${messages - 1}@test is a reply to offer@example.org\n`,
      `m${messages}@test is a reply to order@example.org\n`,
    ]);
  });

  it('are all run', () => {
    assert.deepEqual(
      PROGRAMS.map(([, name]) => name),
      ['help-desk.mjs', 'crm.mjs', 'replies.mjs'],
    );
  });
});

/** The fields that the page names. */
function fieldsShown(): readonly string[] {
  const [, fields = ''] = /`"fields": (\[.*?\])`/.exec(PAGE) ?? [];
  return JSON.parse(fields);
}

async function runProgram(
  file: string,
  {
    cwd,
    environment,
    input = '',
  }: { readonly cwd: string; readonly environment: NodeJS.ProcessEnv; readonly input?: string },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile('node', [file], { cwd, env: environment }, (error, output) =>
      error ? reject(error) : resolve(output),
    );
    child.stdin?.end(input);
  });
}
