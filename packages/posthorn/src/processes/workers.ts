/** The primary process of `posthorn serve --workers`: starts the workers, starts them again, tells them, and ends them. */
import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { YOUNG_HALF_MB } from '../composition/small-heap.ts';
import type { Settings } from '../config/settings.ts';
import type { Logger } from '../observability/logger.ts';
import { createProcessMetrics } from '../observability/process-metrics.ts';
import { createStoreKeeper } from './shared-stores.ts';
import { WorkerProcess } from './worker-process.ts';

/** What the workers serve. */
export interface WorkersOptions {
  readonly settings: Settings;
  readonly rootDirectory: string;
  readonly logger: Logger;
}

/** The workers of an installation. */
export interface Workers {
  /** Settles when all of them listen. Rejects with what keeps one of them from it; close them then. */
  start(): Promise<void>;
  /** Makes all of them read `app/config` again. */
  reload(): void;
  /** The metrics of all. */
  readonly metrics: { readonly contentType: string; render(): Promise<string> };
  /** Ends all of them gracefully. Rejects when one did not end well. */
  close(): Promise<void>;
}

const KEY_OCTETS = 32;
const PROGRAM = import.meta.url.endsWith('.ts') ? './worker-main.ts' : './worker-main.js';

/** The workers that the settings ask for; none runs yet. They end with this process, however it ends. */
export function createWorkers({ settings, rootDirectory, logger }: WorkersOptions): Workers {
  const directory = mkdtempSync(join(tmpdir(), 'posthorn-workers-'));
  const keeper = createStoreKeeper();
  const metrics = createProcessMetrics();
  // Handed over in a message: an environment and arguments can be read by others.
  const key = settings.key ?? randomBytes(KEY_OCTETS).toString('base64url');
  cluster.setupPrimary({
    exec: fileURLToPath(new URL(PROGRAM, import.meta.url)),
    args: [],
    execArgv: [...process.execArgv, `--max-semi-space-size=${YOUNG_HALF_MB}`],
    serialization: 'advanced',
  });

  const workers = Array.from({ length: settings.workers }, (_, index) => {
    const worker = index + 1;
    const start = { worker, rootDirectory, directory, settings: { ...settings, key } };
    return new WorkerProcess({
      start: { kind: 'start', processCount: settings.workers, ...start },
      answer: (call) => keeper.answer(worker, call),
      onEmptied: () => finishWhenEmptied(),
      onLost: ({ willRestartInMs, ...end }) => {
        keeper.abandon(worker);
        metrics.retire(worker);
        logger.error({ worker, ...end, willRestartInMs }, 'a worker process has ended');
      },
      onServing: (pid, isRestarted) => {
        logger.info(
          { worker, pid },
          isRestarted ? 'a worker process was started again' : 'a worker process serves',
        );
      },
    });
  });

  /** A worker with clients may need any other; one that stops alone needs none. */
  const finishWhenEmptied = (): void => {
    const stopping = workers.filter(({ isStopping }) => isStopping);
    const isDone = stopping.length < workers.length || workers.every(({ isEmptied }) => isEmptied);
    if (isDone) for (const worker of workers) if (worker.isEmptied) worker.send({ kind: 'finish' });
  };

  process.once('exit', () => {
    for (const worker of workers) worker.kill();
    rmSync(directory, { recursive: true, force: true });
  });

  return {
    async start() {
      await Promise.all(workers.map((worker) => worker.start()));
    },
    reload() {
      for (const worker of workers) worker.send({ kind: 'reload' });
    },
    metrics: {
      contentType: metrics.contentType,
      async render() {
        const snapshots = await Promise.all(workers.map((worker) => worker.measure()));
        snapshots.forEach((snapshot, index) => {
          if (snapshot !== null) metrics.note(index + 1, snapshot);
        });
        return metrics.render();
      },
    },
    async close() {
      const ends = workers.map((worker) => worker.stop());
      finishWhenEmptied();
      const failed = (await Promise.all(ends)).filter((isClean) => !isClean);
      if (failed.length > 0)
        throw new Error(`${failed.length} of ${workers.length} worker processes did not end well`);
    },
  };
}
