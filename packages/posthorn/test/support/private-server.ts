/** A server process of a test's own: in its own folder, gone with the folder when the test process is gone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';

/** What to start. */
export interface PrivateServerOptions {
  /** The program with its arguments. It stays in the foreground, and so do all its processes in one process group. */
  readonly command: readonly string[];
  /** Removed when the server has ended. */
  readonly folder: string;
  /** On 127.0.0.1. */
  readonly port: number;
  /** True when the server answers; left out: when it greets. */
  readonly isReady?: () => Promise<boolean>;
  /** What the server writes about itself; need not exist. */
  readonly logFile: string;
}

/** A running server. */
export interface PrivateServer {
  /** Ends the server with all connections and removes its folder. */
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
/** A loaded machine needs longer than the usual quarter of a second. */
const START_LIMIT_MS = 15_000;
/** A server may take connections before it can answer on them. */
const GREETING_LIMIT_MS = 5_000;
const GREETING_INTERVAL_MS = 10;

/**
 * Holds the server on a leash: standard input ends with the test process, however that dies, and
 * then the server and its folder ($1) go too. Exit handlers in the test would miss SIGKILL. The server
 * may say goodbye first; left alone, some would wait a whole second for processes of their own.
 */
const KEEPER = `
folder="$1"
shift
exec 3<&0
setsid "$@" </dev/null 3<&- &
master=$!
{
  cat <&3 >/dev/null
  kill "$master" 2>/dev/null
  sleep 0.1
  kill -s KILL -- "-$master" 2>/dev/null
  sleep 0.02
  rm -rf "$folder"
} &
exec 3<&-
wait "$master"`;

/** Starts the server and settles when it is ready. Gives an error, with all that the server wrote, when it does not start. */
export async function startPrivateServer(options: PrivateServerOptions): Promise<PrivateServer | Error> {
  const keeper = startKeeper(options);
  const waiting = new AbortController();
  try {
    await Promise.race([waitUntilReady(options, waiting.signal), keeper.failure]);
  } catch (error) {
    waiting.abort();
    const log = await readFile(options.logFile, 'utf8').catch(() => '');
    const complaint = await keeper.stop();
    return new Error(`The server did not start. ${String(error)}\n${complaint}${log}`);
  }
  return {
    async stop() {
      await keeper.stop();
    },
  };
}

interface Keeper {
  /** Rejects when the server ends without having been asked to. */
  readonly failure: Promise<never>;
  /** Settles when server and folder are gone, with what the server wrote to standard error. */
  readonly stop: () => Promise<string>;
}

function startKeeper({ command, folder }: PrivateServerOptions): Keeper {
  const child = spawn('/bin/sh', ['-c', KEEPER, 'keeper', folder, ...command], {
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

async function waitUntilReady(
  { port, isReady = () => isGreeting(port) }: PrivateServerOptions,
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (!signal.aborted && !(await isReady())) {
    if (Date.now() > deadline) throw new Error(`not ready within ${START_LIMIT_MS} ms`);
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
    socket.setTimeout(GREETING_LIMIT_MS, () => answer(false));
    socket.once('data', () => answer(true));
    socket.once('error', () => answer(false));
    socket.once('close', () => answer(false));
  });
}
