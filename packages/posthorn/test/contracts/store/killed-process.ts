/** Processes that are killed while they work. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { KilledJob } from './killed-work.ts';

const FLAGS = [
  '--conditions=posthorn-source',
  '--import',
  'tsx',
  join(import.meta.dirname, 'killed-work.ts'),
];
const LIMIT_MS = 120_000;

/** How a process ended. */
export interface KilledEnd {
  /** False when it had done its work before. */
  readonly isKilled: boolean;
  /** What it had said until then. */
  readonly lines: readonly string[];
}

interface WaitingProcess {
  readonly child: ChildProcess;
  readonly lines: string[];
  readonly ready: Promise<unknown>;
}

/** Starts processes ahead, since a start takes longer than the work. */
export class KilledProcesses {
  #next: WaitingProcess | null = null;

  /** Runs the job in a process and settles when that has ended; `moment`: when it is killed from outside. */
  async run(job: KilledJob, moment: number | Promise<unknown> | null = null): Promise<KilledEnd> {
    const { child, lines, ready } = this.#next ?? start();
    this.#next = null;
    await ready;
    const ended = once(child, 'close', { signal: AbortSignal.timeout(LIMIT_MS) });
    child.stdin?.write(`${JSON.stringify(job)}\n`);
    if (moment !== null) {
      await Promise.race([ended, typeof moment === 'number' ? wait(moment) : moment]);
      child.kill('SIGKILL');
    }
    const [code, signal] = await ended;
    if (signal !== 'SIGKILL' && code !== 0)
      throw new Error(`${job.work} ended with ${code}: ${lines.join(' ')}`);
    return { isKilled: signal === 'SIGKILL', lines: lines.slice(1) };
  }

  /** Has a process ready for the next job. */
  prepare(): void {
    this.#next ??= start();
  }

  close(): void {
    this.#next?.child.kill('SIGKILL');
    this.#next = null;
  }
}

function start(): WaitingProcess {
  const child = spawn(process.execPath, FLAGS, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const reader = createInterface(child.stdout);
  const ready = once(reader, 'line', { signal: AbortSignal.timeout(LIMIT_MS) });
  // One that is not used ends before it is ready.
  ready.catch(() => undefined);
  reader.on('line', (line) => lines.push(line));
  return { child, lines, ready };
}
