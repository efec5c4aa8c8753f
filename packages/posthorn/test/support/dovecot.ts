/** A private Dovecot 2.3 for tests: its own folder, its own ports, gone when the test process is gone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DovecotConfig, type MailboxLayout, toDovecotConfig } from './dovecot-config.ts';
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
  /** Default false: then a client cannot upgrade, and an ImapRecorder between them can read along. */
  readonly hasTls?: boolean;
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
  /** The instance's own folder; the mail is in `mail/<user>/Maildir`. */
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
/** A loaded machine needs longer than the usual quarter of a second. */
const START_LIMIT_MS = 15_000;
const GREETING_INTERVAL_MS = 10;

/**
 * Holds the server on a leash: standard input ends with the test process, however that dies, and
 * then the server and its folder ($2) go too. Exit handlers in the test would miss SIGKILL. The server
 * may say BYE first; left alone, its master would wait a whole second for its own log process.
 */
const KEEPER = `
exec 3<&0
PATH="$PATH:/usr/sbin:/usr/local/sbin" setsid dovecot -F -c "$1" </dev/null 3<&- &
master=$!
{
  cat <&3 >/dev/null
  kill "$master" 2>/dev/null
  sleep 0.1
  kill -s KILL -- "-$master" 2>/dev/null
  sleep 0.02
  rm -rf "$2"
} &
exec 3<&-
wait "$master"`;

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
  const { users = DEFAULT_USERS, layout = 'flat', hasTls = false, capability, settings } = options;
  const folder = await createFolder(users);
  const caPem = hasTls ? await writeServerCertificate(folder) : undefined;
  const [port, tlsPort] = await findFreePorts();
  const config: DovecotConfig = {
    folder,
    layout,
    port,
    ...(hasTls && { tlsPort }),
    ...(capability !== undefined && { capability }),
    ...(settings !== undefined && { settings }),
  };
  await writeFile(join(folder, 'dovecot.conf'), toDovecotConfig(config));
  const keeper = startKeeper(folder);
  const failure = await waitForStart(config, keeper);
  if (failure !== undefined) return failure;
  return {
    host: HOST,
    port,
    ...(caPem !== undefined && { tlsPort, caPem }),
    layout,
    folder,
    user: (name) => findUser(users, name),
    readLog: () => readFile(join(folder, 'log'), 'utf8'),
    stop: async () => {
      await keeper.stop();
    },
  };
}

async function waitForStart({ port, folder }: DovecotConfig, keeper: Keeper): Promise<Error | undefined> {
  const waiting = new AbortController();
  try {
    await Promise.race([waitForGreeting(port, waiting.signal), keeper.failure]);
    return undefined;
  } catch (error) {
    waiting.abort();
    const log = await readFile(join(folder, 'log'), 'utf8').catch(() => '');
    const complaint = await keeper.stop();
    return new Error(`Dovecot did not start. ${String(error)}\n${complaint}${log}`);
  }
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

interface Keeper {
  /** Rejects when the server ends without having been asked to. */
  readonly failure: Promise<never>;
  /** Settles when server and folder are gone, with what the server wrote to standard error. */
  readonly stop: () => Promise<string>;
}

function startKeeper(folder: string): Keeper {
  const child = spawn('/bin/sh', ['-c', KEEPER, 'dovecot-keeper', join(folder, 'dovecot.conf'), folder], {
    stdio: ['pipe', 'ignore', 'pipe'],
    // A Ctrl-C at the terminal must end the test first; the keeper follows by itself.
    detached: true,
  });
  const closed = once(child, 'close');
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  // An instance that nobody stopped must not keep the test process alive.
  const owned: readonly object[] = [child, child.stdin, child.stderr];
  const handles = owned.filter(isHandle);
  for (const handle of handles) handle.unref();
  const failure = once(child, 'exit').then(() => {
    throw new Error('The server ended at once.');
  });
  failure.catch(() => undefined);
  const stop = async (): Promise<string> => {
    for (const handle of handles) handle.ref();
    child.stdin.end();
    await closed;
    return complaint;
  };
  return { failure, stop };
}

interface Handle {
  readonly ref: () => void;
  readonly unref: () => void;
}

/** The pipes of a child are sockets, but their type only says stream. */
function isHandle(value: object): value is Handle {
  return 'ref' in value && 'unref' in value;
}

async function waitForGreeting(port: number, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (!signal.aborted && !(await isGreeting(port))) {
    if (Date.now() > deadline) throw new Error(`no greeting within ${START_LIMIT_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, GREETING_INTERVAL_MS));
  }
}

function isGreeting(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, HOST);
    const answer = (isReady: boolean): void => {
      socket.destroy();
      resolve(isReady);
    };
    socket.once('data', () => answer(true));
    socket.once('error', () => answer(false));
    socket.once('close', () => answer(false));
  });
}
