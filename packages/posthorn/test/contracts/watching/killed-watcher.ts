/** A process that watches accounts until it is killed: by itself around a transaction, or from outside. Its job comes as a line of JSON. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { EventLog } from '../../../src/application/ports/state/event-log.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { testAccount } from '../store-under-test.ts';
import { beginWatcher, openLog } from './watch-scene.ts';

/** A watcher and the moment of its end. */
export interface WatcherJob {
  readonly file: string;
  readonly port: number;
  readonly accounts: readonly {
    readonly id: MailAccountId;
    readonly name: string;
    readonly password: string;
  }[];
  /** Number of the transaction around which it ends; null: killed from outside. */
  readonly advances: number | null;
  readonly isAfter: boolean;
}

const FLAGS = ['--conditions=posthorn-source', '--import', 'tsx', import.meta.filename];
const LIMIT_MS = 120_000;

/** Watchers in processes of their own, of which one is started ahead. */
export class KilledWatchers {
  #next: { readonly child: ChildProcess; readonly ready: Promise<unknown> } | null = null;

  /** Has a process ready for the next job. */
  prepare(): void {
    if (this.#next !== null) return;
    const child = spawn(process.execPath, FLAGS, { stdio: ['pipe', 'pipe', 'inherit'] });
    const ready = once(child.stdout, 'data', { signal: AbortSignal.timeout(LIMIT_MS) });
    // The last one is killed before it is ready.
    ready.catch(() => undefined);
    this.#next = { child, ready };
  }

  /** Begins the job; `kill` ends it, after `ms` or by its own hand. */
  async begin(job: WatcherJob): Promise<{ kill(ms: number): Promise<void> }> {
    this.prepare();
    const next = this.#next;
    this.#next = null;
    await next?.ready;
    const child = next?.child as ChildProcess;
    const ended = once(child, 'close');
    child.stdin?.write(`${JSON.stringify(job)}\n`);
    return {
      async kill(ms) {
        await Promise.race([ended, wait(ms)]);
        child.kill('SIGKILL');
        await ended;
      },
    };
  }

  close(): void {
    this.#next?.child.kill('SIGKILL');
    this.#next = null;
  }
}

function endingAround(log: EventLog, { advances, isAfter }: WatcherJob): EventLog {
  let count = 0;
  const end = (): void => {
    if (count === advances) process.kill(process.pid, 'SIGKILL');
  };
  return {
    ...log,
    async advance(advance) {
      count += 1;
      if (!isAfter) end();
      const isWritten = await log.advance(advance);
      end();
      return isWritten;
    },
  };
}

if (process.argv[1] === import.meta.filename) {
  process.stdout.write('ready\n');
  const [line] = (await once(createInterface(process.stdin), 'line')) as [string];
  const job: WatcherJob = JSON.parse(line);
  const server = { host: '127.0.0.1', port: job.port };
  const accounts = job.accounts.map(({ id, ...user }) => ({ ...testAccount(server, user), id }));
  const { log } = await openLog(job.file, accounts);
  const ending = endingAround(log, job);
  for (const account of accounts) beginWatcher({ log: ending, account });
}
