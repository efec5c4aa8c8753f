/** `posthorn try` as a person runs it, at a private Dovecot. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Dovecot, startDovecot } from '../support/dovecot.ts';
import { fillMailbox } from '../support/fill-mailbox.ts';
import { buildMessage } from '../support/message-samples.ts';

const COMMAND = join(import.meta.dirname, '../../bin/posthorn.js');
const START_LIMIT_MS = 60_000;
const ALICE = 'alice@example.org';

interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  output(): string;
  /** Resolves when the output has the text. */
  until(text: string): Promise<void>;
}

describe('posthorn try', () => {
  let dovecot: Dovecot;
  let root: string;
  const runs: Run[] = [];
  before(async () => {
    dovecot = await startDovecot({ hasTls: true });
    const message = { raw: buildMessage({ subject: 'My own mail' }) };
    await fillMailbox({ server: dovecot, user: dovecot.user(ALICE), mailbox: 'INBOX', messages: [message] });
    root = await mkdtemp(join(tmpdir(), 'posthorn-try-'));
    await mkdir(join(root, 'app/config'), { recursive: true });
    await writeFile(join(root, 'ca.pem'), dovecot.caPem ?? '');
    const inbox = { inbox_address: '127.0.0.1', inbox_port: dovecot.tlsPort, inbox_ssl: true };
    const entries = [{ id: 'own', ...inbox, match: '/@example\\.org$/', root: [] }];
    await writeFile(join(root, 'app/config/imapserver.json'), JSON.stringify(entries));
  });
  after(async () => {
    for (const { child } of runs) child.kill('SIGKILL');
    await dovecot?.stop();
    await rm(root, { recursive: true });
  });

  function run(args: readonly string[], input = ''): Run {
    const child = spawn(
      process.execPath,
      [COMMAND, 'try', ...args, '--root', root, '--no-open', '--port', '0'],
      {
        env: { PATH: process.env.PATH, APP_CA_FILE: join(root, 'ca.pem') },
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    );
    let output = '';
    const ended = once(child, 'close').then(([code]) => code as number | null);
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stdin.end(input);
    const until = (text: string) =>
      new Promise<void>((resolve, reject) => {
        const look = () => output.includes(text) && resolve();
        child.stdout.on('data', look);
        void ended.then(() => reject(new Error(output)));
        setTimeout(() => reject(new Error(output)), START_LIMIT_MS).unref();
      });
    const started = { child, ended, output: () => output, until };
    runs.push(started);
    return started;
  }

  it('shows the person their own mail, and leaves nothing after Ctrl-C', async () => {
    const { password } = dovecot.user(ALICE);
    const files = await readdir(root, { recursive: true });
    const { child, ended, output, until } = run([ALICE, '--password-stdin'], `${password}\n`);
    await until('Ctrl-C');

    const lines = output().match(/^ {2}curl .*$/gm) ?? [];
    const [, token = '', address = ''] = /Bearer (try_\S+)' '(http:\S+page\S+)'/.exec(lines[2] ?? '') ?? [];
    const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    const { data } = (await answer.json()) as { data: { attributes: { subject: string } }[] };
    child.kill('SIGINT');

    assert.deepEqual([lines.length, data[0]?.attributes.subject], [5, 'My own mail']);
    assert.equal(output().includes(password), false);
    assert.equal(await ended, 0);
    assert.deepEqual(await readdir(root, { recursive: true }), files);
    await assert.rejects(fetch(address));
  });

  it('says what to do when the password is refused', async () => {
    const { ended, output } = run([ALICE, '--password-stdin'], 'wrong\n');

    assert.equal(await ended, 1);
    assert.match(output(), /Check the password\. Many providers want an app password/);
  });

  it('needs a password that no argument has', async () => {
    const { ended, output } = run([ALICE]);

    assert.equal(await ended, 2);
    assert.match(output(), /type it at a terminal, or send it to --password-stdin/);
  });

  it('has a mailbox to play with', async () => {
    const { child, ended, until } = run(['--demo']);
    await until('Stop it with Ctrl-C');
    child.kill('SIGINT');

    assert.equal(await ended, 0);
  });
});
