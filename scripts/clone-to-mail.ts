/**
 * `npm run clone-to-mail`: clones this repository into an empty folder, installs it, and runs `npm run try` for a mailbox at a private
 * Dovecot until its first messages are there. Prints the seconds of each step; exit code 1 when all together take more than a minute.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDovecot } from '../packages/posthorn/test/support/dovecot.ts';
import { fillMailbox } from '../packages/posthorn/test/support/fill-mailbox.ts';
import { buildMessage } from '../packages/posthorn/test/support/message-samples.ts';

const REPOSITORY = join(import.meta.dirname, '..');
const USER = 'alice@example.org';
const LIMIT_SECONDS = 60;

const dovecot = await startDovecot({ hasTls: true });
const folder = await mkdtemp(join(tmpdir(), 'posthorn-clone-'));
const clone = join(folder, 'posthorn');
const installation = join(folder, 'installation');
const user = dovecot.user(USER);
const messages = Array.from({ length: 20 }, (_, index) => ({
  raw: buildMessage({ subject: `Mail ${index}` }),
}));
await fillMailbox({ server: dovecot, user, mailbox: 'INBOX', messages });
await writeInstallation();

let total = 0;
try {
  await timed('git clone', async () => run('git', ['clone', '--quiet', REPOSITORY, clone]));
  await timed('npm ci', async () =>
    run('npm', ['ci', '--silent', '--ignore-scripts', '--prefer-offline'], clone),
  );
  const started = await timed('npm run try, until it prints the lines (with the build)', startTrial);
  const count = await timed('the first list', () => readList(started.output));
  await timed('Ctrl-C', () => stop(started.child));
  console.log(`${total.toFixed(1).padStart(6)} s  together, with ${count} messages`);
  process.exitCode = total <= LIMIT_SECONDS && count > 0 ? 0 : 1;
} finally {
  await dovecot.stop();
  await rm(folder, { recursive: true });
}

async function timed<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await work();
  const seconds = (performance.now() - start) / 1000;
  total += seconds;
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${step}`);
  return result;
}

function run(command: string, args: readonly string[], cwd = folder): void {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** The server of the mailbox, which no name server knows. */
async function writeInstallation(): Promise<void> {
  await mkdir(join(installation, 'app/config'), { recursive: true });
  await writeFile(join(installation, 'ca.pem'), dovecot.caPem ?? '');
  const inbox = { inbox_address: '127.0.0.1', inbox_port: dovecot.tlsPort, inbox_ssl: true };
  const entries = [{ id: 'own', ...inbox, match: '/@example\\.org$/', root: [] }];
  await writeFile(join(installation, 'app/config/imapserver.json'), JSON.stringify(entries));
}

async function startTrial(): Promise<{ child: ChildProcess; output: string }> {
  const flags = ['--root', installation, '--no-open', '--port', '0', '--password-stdin'];
  const child = spawn('npm', ['run', '--silent', 'try', '--', USER, ...flags], {
    cwd: clone,
    env: { ...process.env, APP_CA_FILE: join(installation, 'ca.pem') },
    stdio: ['pipe', 'pipe', 'inherit'],
    // A process group of its own, which gets the signal as from a terminal.
    detached: true,
  });
  child.stdin.end(`${user.password}\n`);
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (output.includes('Ctrl-C')) return { child, output };
  }
  throw new Error(`It has ended:\n${output}`);
}

async function readList(output: string): Promise<number> {
  const [, authorization = '', address = ''] =
    /'Authorization: (Bearer \S+)' '(http:\S+page\S+)'/.exec(output) ?? [];
  const answer = await fetch(address, { headers: { authorization } });
  const { data } = (await answer.json()) as { readonly data: readonly unknown[] };
  return data.length;
}

async function stop(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
  child.stdout?.resume();
  await closed;
}
