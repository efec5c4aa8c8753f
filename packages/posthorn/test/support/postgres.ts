/** A private PostgreSQL for tests, with PgBouncer in transaction mode before it if asked; gone when the test process is gone. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findFreePort } from './free-port.ts';
import { startPrivateServer } from './private-server.ts';

/** A running instance. Call `stop` when done. */
export interface Postgres {
  readonly port: number;
  /** Makes an empty database and returns its address. */
  createDatabase(): Promise<string>;
  /** Runs a statement in a database of this server. */
  query(url: string, text: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** A connection that stays open; close it. */
  connect(url: string): Promise<PostgresConnection>;
  /** The whole database as text. */
  dump(url: string): Promise<string>;
  /** Kills one of its processes: it ends all connections, recovers, and goes on. */
  crash(): Promise<void>;
  /** Ends it at once, as the loss of its machine does (`pg_ctl stop -m immediate`). */
  halt(): Promise<void>;
  /** Starts it again over the same data. */
  resume(): Promise<void>;
  /** Stops all its processes where they are: connections stay open, and nothing is answered. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  stop(): Promise<void>;
}

/** A server that follows another one. */
export interface PostgresStandby extends Postgres {
  /** It falls behind from now on. */
  stopReceiving(): Promise<void>;
  /** Makes it a server of its own, with what it has received. */
  promote(): Promise<void>;
}

/** For repeated statements, each of which would cost a connection otherwise. */
export interface PostgresConnection {
  query(text: string): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** A pooler before a server. */
export interface PgBouncer {
  /** The address of a database of the server, through the pooler. */
  addressOf(url: string): string;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const POOLER = '/usr/sbin/pgbouncer';
const VERSIONS = '/usr/lib/postgresql';
const USER = 'postgres';
const RESUME_LIMIT_MS = 15_000;

/** Starts the server ($2 …) again when it has been halted (the file $1 is there) and that file, renamed, is gone; ends with it otherwise. */
const RESUMING = `
halted="$1"
shift
while :; do
  "$@"
  mv "$halted" "$halted.seen" 2>/dev/null || exit 1
  while [ -e "$halted.seen" ]; do sleep 0.05; done
done`;

/** Why there can be no PostgreSQL with a pooler; false when there can. `CI=true` insists on it. */
export const postgresIsMissing: string | false = whyMissing();

function whyMissing(): string | false {
  if (process.env.CI === 'true') return false;
  if (!existsSync(VERSIONS)) return "needs Debian's package postgresql";
  return existsSync(POOLER) ? false : "needs Debian's package pgbouncer";
}

/** Starts a server with a cluster of its own, and settles when it answers. It refuses to run as root, and so runs as the user postgres then. `more` are lines of its configuration. */
export async function startPostgres(more: readonly string[] = []): Promise<Postgres> {
  const folder = await makeFolder('posthorn-postgres-');
  const data = join(folder, 'data');
  const bin = await findPrograms();
  const port = await findFreePort();
  await run(
    ...asServerUser(join(bin, 'initdb'), ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-sync']),
  );
  const settings = [
    ...[...placeOf(folder, port), 'max_connections = 60', 'shared_buffers = 32MB', 'fsync = off'],
    "log_min_messages = 'warning'",
    ...more,
  ];
  await writeFile(join(data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  return serve({ bin, folder, data, port });
}

/** Starts an asynchronous standby over a copy of the server. */
export async function startStandby(primary: Pick<Postgres, 'port'>): Promise<PostgresStandby> {
  const folder = await makeFolder('posthorn-standby-');
  const data = join(folder, 'data');
  const bin = await findPrograms();
  const port = await findFreePort();
  const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', USER, '-D', data];
  const flags = ['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync'];
  await run(...asServerUser(join(bin, 'pg_basebackup'), [...source, ...flags]));
  await appendFile(join(data, 'postgresql.auto.conf'), `\n${placeOf(folder, port).join('\n')}\n`);
  const server = await serve({ bin, folder, data, port });
  const url = `postgres://${USER}@127.0.0.1:${port}/postgres`;
  return {
    ...server,
    async stopReceiving() {
      await query(url, "alter system set primary_conninfo = ''");
      await query(url, 'select pg_reload_conf()');
      const receivers = 'select count(*)::integer as n from pg_stat_wal_receiver';
      while ((await query(url, receivers))[0]?.n !== 0) await wait(20);
    },
    async promote() {
      await query(url, 'select pg_promote(true)');
    },
  };
}

function placeOf(folder: string, port: number): readonly string[] {
  return [`port = ${port}`, "listen_addresses = '127.0.0.1'", `unix_socket_directories = '${folder}'`];
}

interface ServedData {
  readonly bin: string;
  readonly folder: string;
  readonly data: string;
  readonly port: number;
}

async function serve({ bin, folder, data, port }: ServedData): Promise<Postgres> {
  const halted = join(folder, 'halted');
  const [program = '', ...args] = serverCommand(join(bin, 'postgres'), ['-D', data]);
  const keeper = await startPrivateServer({
    command: ['/bin/sh', '-c', RESUMING, 'resuming', halted, program, ...args],
    ...{ folder, port, logFile: join(folder, 'log') },
    isReady: () => isAnswering(port),
  });
  if (keeper instanceof Error) throw keeper;
  let databases = 0;
  return {
    port,
    async createDatabase() {
      databases += 1;
      const name = `test${databases}`;
      await query(`postgres://${USER}@127.0.0.1:${port}/postgres`, `create database ${name}`);
      return `postgres://${USER}@127.0.0.1:${port}/${name}`;
    },
    query,
    connect,
    async dump(url) {
      const { stdout } = await run(join(bin, 'pg_dump'), [url], { maxBuffer: 1e9 });
      return stdout;
    },
    async crash() {
      // It may recover from an earlier crash.
      await until(() => isAnswering(port));
      const checkpointer = "select pid from pg_stat_activity where backend_type = 'checkpointer'";
      const [row] = await query(`postgres://${USER}@127.0.0.1:${port}/postgres`, checkpointer);
      process.kill(Number(row?.pid), 'SIGKILL');
    },
    async halt() {
      await writeFile(halted, '');
      await run(...asServerUser(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop']));
      await until(async () => existsSync(`${halted}.seen`));
    },
    async resume() {
      await rm(`${halted}.seen`);
      await until(() => isAnswering(port));
    },
    freeze: () => signalAll(data, 'SIGSTOP'),
    thaw: () => signalAll(data, 'SIGCONT'),
    async stop() {
      await keeper.stop();
    },
  };
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + RESUME_LIMIT_MS;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('PostgreSQL did not halt or start again in time.');
    await wait(50);
  }
}

/** The first process starts all others, and so is stopped before they are listed. */
async function signalAll(data: string, signal: NodeJS.Signals): Promise<void> {
  const first = Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10);
  process.kill(first, signal);
  const children = (await readFile(`/proc/${first}/task/${first}/children`, 'utf8')).split(' ');
  for (const child of children.map(Number).filter((pid) => pid > 0)) {
    try {
      process.kill(child, signal);
    } catch (error) {
      // One of a connection ends with it.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** How a pooler shares its connections. */
export interface PgBouncerOptions {
  readonly mode?: 'transaction' | 'statement' | 'session';
  /** To each database. */
  readonly connections?: number;
}

/** Starts a pooler, by default in transaction mode with two connections to each database. */
export async function startPgBouncer(
  server: Pick<Postgres, 'port'>,
  { mode = 'transaction', connections = 2 }: PgBouncerOptions = {},
): Promise<PgBouncer> {
  const folder = await makeFolder('posthorn-pgbouncer-');
  const port = await findFreePort();
  await writeFile(join(folder, 'users'), `"${USER}" ""\n`);
  const settings = [
    '[databases]',
    `* = host=127.0.0.1 port=${server.port}`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'auth_type = trust'],
    ...[`auth_file = ${join(folder, 'users')}`, `pool_mode = ${mode}`, `default_pool_size = ${connections}`],
    ...['unix_socket_dir =', 'ignore_startup_parameters = extra_float_digits', 'server_reset_query ='],
    // Databases of tests that have ended must not use up the connections of PostgreSQL.
    'server_idle_timeout = 1',
  ];
  await writeFile(join(folder, 'pgbouncer.ini'), settings.join('\n'));
  const keeper = await startPrivateServer({
    command: serverCommand(POOLER, [join(folder, 'pgbouncer.ini')]),
    ...{ folder, port, logFile: join(folder, 'log') },
    isReady: () => isAnswering(port),
  });
  if (keeper instanceof Error) throw keeper;
  return {
    addressOf: (url) => Object.assign(new URL(url), { port: String(port) }).href,
    stop: () => keeper.stop(),
  };
}

async function query(url: string, text: string, values: readonly unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(text, [...values]);
    return rows as readonly Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<PostgresConnection> {
  const client = new pg.Client({ connectionString: url });
  // A server that ends first is no failure of its own.
  client.on('error', () => undefined);
  await client.connect();
  return {
    query: async (text) => (await client.query(text)).rows as readonly Record<string, unknown>[],
    close: () => client.end(),
  };
}

async function isAnswering(port: number): Promise<boolean> {
  return query(`postgres://${USER}@127.0.0.1:${port}/postgres`, 'select 1').then(
    () => true,
    () => false,
  );
}

/** Both servers refuse to be root; their folders are theirs. */
async function makeFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await chmod(folder, 0o755);
  if (isRoot()) await run('chown', [USER, folder]);
  return folder;
}

async function findPrograms(): Promise<string> {
  const [newest = ''] = (await readdir(VERSIONS)).sort((a, b) => Number(b) - Number(a));
  return join(VERSIONS, newest, 'bin');
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function asServerUser(program: string, args: readonly string[]): [string, string[], { cwd: string }] {
  const [first = program, ...rest] = serverCommand(program, args);
  return [first, rest, { cwd: '/' }];
}

function serverCommand(program: string, args: readonly string[]): readonly string[] {
  return isRoot()
    ? ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--init-groups', program, ...args]
    : [program, ...args];
}
