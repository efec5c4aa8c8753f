/** A private Postfix for tests: a submission server with its own folder, gone when the test process is gone. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type MailUser, startDovecot } from './dovecot.ts';
import { findFreePort } from './free-port.ts';
import { type PostfixConfig, toMainConfig, toMasterConfig } from './postfix-config.ts';
import { startPrivateServer } from './private-server.ts';
import { writeServerCertificate } from './tls-certificate.ts';

/** A running instance. Call `stop` when done; a test process that ends or crashes takes it along. */
export interface Postfix {
  /** Offers STARTTLS, and AUTH inside TLS. The host is `localhost`. */
  readonly port: number;
  /** The PEM certificate to trust. */
  readonly caPem: string;
  /** Who may sign in. */
  readonly user: MailUser;
  /** The only addresses that mail is taken for. */
  readonly addresses: readonly string[];
  /** What EHLO announces. */
  readonly maxMessageOctets: number;
  /** What was delivered, a copy for each recipient, below the header fields that Postfix adds. Waits for mail that was accepted. */
  received(): Promise<readonly Buffer[]>;
  /** Everything Postfix has logged so far. */
  readLog(): Promise<string>;
  /** Ends the server with all connections and removes its folder. */
  stop(): Promise<void>;
}

const run = promisify(execFile);
const COMMAND = '/usr/sbin/postfix';
const MASTER = '/usr/lib/postfix/sbin/master';
const QUEUE_INTERVAL_MS = 10;

/** Why there can be no Postfix; false when there can. Its master refuses to run for anybody but root. `CI=true` insists on it. */
export const postfixIsMissing: string | false = whyMissing();

function whyMissing(): string | false {
  if (process.env.CI === 'true') return false;
  if (!existsSync(COMMAND)) return "needs Debian's package postfix";
  return process.getuid?.() === 0 ? false : 'only root can start Postfix';
}

/** Starts Postfix, with a Dovecot that checks the passwords, and settles when its port greets. */
export async function startPostfix(): Promise<Postfix> {
  const settings = 'service auth {\n  unix_listener smtp-auth {\n    mode = 0666\n  }\n}';
  const dovecot = await startDovecot({ settings });
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-postfix-'));
  const config: PostfixConfig = {
    folder,
    port: await findFreePort(),
    authSocket: join(dovecot.folder, 'run/smtp-auth'),
    domain: 'example.com',
    addresses: ['ann@example.com', 'cy@example.com'],
    maxMessageOctets: 1024 * 1024,
  };
  const caPem = await prepareFolder(config);
  const command = [MASTER, '-c', join(folder, 'etc'), '-d'];
  const logFile = join(folder, 'log');
  const server = await startPrivateServer({ command, folder, port: config.port, logFile });
  if (server instanceof Error) {
    await dovecot.stop();
    throw server;
  }
  const { port, addresses, maxMessageOctets } = config;
  return {
    ...{ port, caPem, addresses, maxMessageOctets },
    user: dovecot.user('bob@example.org'),
    async received() {
      await untilDelivered(join(folder, 'queue'));
      return readMaildir(join(folder, 'mail/all/new'));
    },
    readLog: () => readFile(logFile, 'utf8'),
    async stop() {
      await server.stop();
      await dovecot.stop();
    },
  };
}

/** Gives the certificate to trust. `postfix check` makes the queue as Postfix wants it. */
async function prepareFolder(config: PostfixConfig): Promise<string> {
  const { folder } = config;
  await chmod(folder, 0o755);
  for (const name of ['etc', 'queue', 'data', 'mail']) await mkdir(join(folder, name));
  await chmod(join(folder, 'mail'), 0o777);
  await run('chown', ['postfix', join(folder, 'data')]);
  const caPem = await writeServerCertificate(folder);
  await writeFile(join(folder, 'etc/main.cf'), toMainConfig(config));
  await writeFile(join(folder, 'etc/master.cf'), toMasterConfig(config));
  await run(COMMAND, ['-c', join(folder, 'etc'), 'check']);
  return caPem;
}

/** A message is in one of these from its acceptance to its last delivery, and moves from the first to the second. */
async function untilDelivered(queue: string): Promise<void> {
  for (;;) {
    const waiting = [...(await readdir(join(queue, 'incoming'))), ...(await readdir(join(queue, 'active')))];
    if (waiting.length === 0) return;
    await setTimeout(QUEUE_INTERVAL_MS);
  }
}

/** The messages as they were on the wire: in a maildir, lines end in LF. */
async function readMaildir(folder: string): Promise<readonly Buffer[]> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(names.sort().map((name) => readFile(join(folder, name), 'latin1')));
  return files.map((file) => Buffer.from(file.replaceAll('\n', '\r\n'), 'latin1'));
}
