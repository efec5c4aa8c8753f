/** A private Dovecot 2.3 for tests: its own folder, its own ports, gone when the test process is gone. */
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DovecotConfig,
  type MailboxLayout,
  type MailFormat,
  toDovecotConfig,
} from './dovecot-config.ts';
import { startPrivateServer } from './private-server.ts';
import { writeServerCertificate } from './tls-certificate.ts';

/** A login name with its password. */
export interface MailUser {
  readonly name: string;
  readonly password: string;
}

/** What to start; everything has a default. */
export interface DovecotOptions {
  /** Default: alice and bob at example.org; bob's password needs quoting in IMAP. */
  readonly users?: readonly MailUser[];
  /** Default `flat`. Both have Drafts, Sent, Junk, Trash with a special use and Archive without. */
  readonly layout?: MailboxLayout;
  /** Default `maildir`. */
  readonly format?: MailFormat;
  /** Default false: then a client cannot upgrade, and an ImapRecorder between them can read along. */
  readonly hasTls?: boolean;
  /** With `hasTls`: in place of one for 127.0.0.1 and localhost. PEM. */
  readonly certificate?: { readonly key: string; readonly cert: string };
  readonly capability?: string;
  readonly settings?: string;
}

/** A running instance. Call `stop` when done; a test process that ends or crashes takes it along. */
export interface Dovecot {
  readonly host: string;
  readonly port: number;
  /** Implicit TLS, and the PEM certificate to trust; both only with `hasTls`. */
  readonly tlsPort?: number;
  readonly caPem?: string;
  readonly layout: MailboxLayout;
  /** The instance's own folder; the mail is in `mail/<user>`. */
  readonly folder: string;
  /** The user of that name; throws when the instance has none. */
  user(name: string): MailUser;
  /** Everything Dovecot has logged so far. */
  readLog(): Promise<string>;
  /** Ends the server with all connections and removes its folder. */
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const DEFAULT_USERS: readonly MailUser[] = [
  { name: 'alice@example.org', password: 'alice-secret' },
  { name: 'bob@example.org', password: 'b"o\\b s%cret' },
];
/** A free port can be taken by somebody else before Dovecot binds it; then another one is tried. */
const MAX_START_ATTEMPTS = 3;
/** Ordinary users have no sbin in their PATH. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

/** Starts Dovecot, as root or as an ordinary user, and settles when its port greets. */
export async function startDovecot(options: DovecotOptions = {}): Promise<Dovecot> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptStart(options);
    if (!(outcome instanceof Error)) return outcome;
    const isPortTaken = /Address already in use/.test(outcome.message);
    if (!isPortTaken || attempt === MAX_START_ATTEMPTS) throw outcome;
  }
}

async function attemptStart(options: DovecotOptions): Promise<Dovecot | Error> {
  const { users = DEFAULT_USERS, layout = 'flat', format = 'maildir', hasTls = false } = options;
  const { capability, settings } = options;
  const folder = await createFolder(users);
  const caPem = hasTls ? await writeServerCertificate(folder) : undefined;
  if (options.certificate !== undefined) {
    await writeFile(join(folder, 'server.key'), options.certificate.key);
    await writeFile(join(folder, 'server.pem'), options.certificate.cert);
  }
  const [port, tlsPort] = await findFreePorts();
  const config: DovecotConfig = {
    folder,
    layout,
    format,
    port,
    ...(hasTls && { tlsPort }),
    ...(capability !== undefined && { capability }),
    ...(settings !== undefined && { settings }),
  };
  await writeFile(join(folder, 'dovecot.conf'), toDovecotConfig(config));
  const command = ['env', `PATH=${PATH}`, 'dovecot', '-F', '-c', join(folder, 'dovecot.conf')];
  const server = await startPrivateServer({ command, folder, port, logFile: join(folder, 'log') });
  if (server instanceof Error) return server;
  return {
    host: HOST,
    port,
    ...(caPem !== undefined && { tlsPort, caPem }),
    layout,
    folder,
    user: (name) => findUser(users, name),
    readLog: () => readFile(join(folder, 'log'), 'utf8'),
    stop: () => server.stop(),
  };
}

function findUser(users: readonly MailUser[], name: string): MailUser {
  const user = users.find((candidate) => candidate.name === name);
  if (user === undefined) throw new Error(`This Dovecot has no user ${name}.`);
  return user;
}

/** Open to the mail user, who is nobody when root runs the tests; the path stays short for its sockets. */
async function createFolder(users: readonly MailUser[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-dovecot-'));
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'mail'));
  await chmod(join(folder, 'mail'), 0o777);
  // Base64 keeps a colon in a password from ending the field.
  const lines = users.map(
    ({ name, password }) => `${name}:{PLAIN.b64}${Buffer.from(password).toString('base64')}\n`,
  );
  await writeFile(join(folder, 'users'), lines.join(''));
  return folder;
}

/** Two different ports: both listeners are open before either is closed. */
async function findFreePorts(): Promise<readonly [number, number]> {
  const listeners = [createServer(), createServer()] as const;
  await Promise.all(listeners.map((listener) => once(listener.listen(0, HOST), 'listening')));
  const [first, second] = listeners.map((listener) => {
    const address = listener.address();
    listener.close();
    return address !== null && typeof address === 'object' ? address.port : 0;
  });
  return [first ?? 0, second ?? 0];
}
