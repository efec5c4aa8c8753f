/** The built `posthorn` command as its own process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const COMMAND = join(import.meta.dirname, '../../bin/posthorn.js');
/** A loaded machine needs longer than the usual second. */
const START_LIMIT_MS = 60_000;

export interface PosthornProcess {
  /** Where it listens, such as `http://127.0.0.1:41234`. */
  readonly address: string;
  readonly pid: number;
  /** All that it has printed so far. */
  output(): string;
  /** Sends the signal, once, and gives the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ProcessOptions {
  /** The working directory; default the system's folder for temporary files. */
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** The program; default that of this checkout. */
  readonly command?: string;
}

/** Starts `posthorn` with the arguments and settles when it has printed its address. */
export async function startPosthornProcess(
  args: readonly string[],
  { cwd, environment = {}, command }: ProcessOptions = {},
): Promise<PosthornProcess> {
  const child = spawnPosthorn(args, { ...(cwd && { cwd }), environment, ...(command && { command }) });
  let output = '';
  let found: string | undefined;
  const isListening = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      // Each search copies the output: with megabytes of log it would hold this process, which measures others.
      if (found !== undefined) return;
      found = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('exit', (code) => reject(new Error(`posthorn ended with code ${code}:\n${output}`)));
    setTimeout(() => reject(new Error(`posthorn does not listen:\n${output}`)), START_LIMIT_MS).unref();
  });
  const address = await isListening.catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    address,
    pid: child.pid ?? 0,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      // A process that a signal has ended has no exit code.
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill(signal);
      const [code] = await once(child, 'exit');
      return code as number | null;
    },
  };
}

/** Settles when it has printed the text as often as that. */
export async function untilPrinted(process: PosthornProcess, text: string, times = 1): Promise<void> {
  while (process.output().split(text).length <= times) await wait(10);
}

/** Runs `posthorn` to its end; gives exit code and everything it printed. */
export async function runPosthorn(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawnPosthorn(args, { environment });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, 'close');
  return { code: code as number | null, output };
}

function spawnPosthorn(
  args: readonly string[],
  { cwd, environment = {}, command = COMMAND }: ProcessOptions,
): ChildProcess {
  return spawn(process.execPath, [command, ...args], {
    ...(cwd && { cwd }),
    // Nothing of the test's own environment may configure the server.
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
