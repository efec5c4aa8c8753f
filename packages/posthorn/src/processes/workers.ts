import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { KeptState } from '../adapters/database/open-store.ts';
import { createMemoryState } from '../adapters/memory/memory-state.ts';
import type { NodeView } from '../application/ownership/node-view.ts';
import { createSteadyState } from '../composition/outage-state.ts';
import { YOUNG_HALF_MB } from '../composition/small-heap.ts';
import type { Settings } from '../config/settings.ts';
import type { Logger } from '../observability/logger.ts';
import type { NodeMeasures } from '../observability/metrics.ts';
import { createProcessMetrics } from '../observability/process-metrics.ts';
import { createStateKeeper } from './shared-state.ts';
import { WorkerProcess } from './worker-process.ts';

/** Settings and state. */
export interface WorkersOptions {
  readonly settings: Settings;
  readonly rootDirectory: string;
  readonly logger: Logger;
  /** In the database; the rest is in memory. */
  readonly kept: KeptState | null;
  /** An owner has moved. */
  readonly onMissed: () => void;
}

/** An installation's workers. */
export interface Workers {
  /** Resolves when all listen. Rejects with a worker's reason; then close them. */
  start(): Promise<void>;
  reload(): void;
  /** Gives workers the node's accounts. */
  show(view: NodeView | null): void;
  readonly metrics: { readonly contentType: string; render(node: NodeMeasures | null): Promise<string> };
  /** Ends gracefully. Rejects if one did not. */
  close(): Promise<void>;
}

const KEY_OCTETS = 32;
const PROGRAM = import.meta.url.endsWith('.ts') ? './worker-main.ts' : './worker-main.js';

/** Not yet running; they end with this process. */
export function createWorkers({ settings, rootDirectory, logger, kept, onMissed }: WorkersOptions): Workers {
  const directory = mkdtempSync(join(tmpdir(), 'posthorn-workers-'));
  const keeper = createStateKeeper(createSteadyState(createMemoryState(Date.now), kept));
  const metrics = createProcessMetrics();
  // In a message: others can read environments and arguments.
  const key = settings.key ?? randomBytes(KEY_OCTETS).toString('base64url');
  cluster.setupPrimary({
    exec: fileURLToPath(new URL(PROGRAM, import.meta.url)),
    args: [],
    execArgv: [...process.execArgv, `--max-semi-space-size=${YOUNG_HALF_MB}`],
    serialization: 'advanced',
  });

  let shownView: NodeView | null = null;
  const workers = Array.from({ length: settings.workers }, (_, index) => {
    const worker = index + 1;
    const start = { worker, rootDirectory, directory, settings: { ...settings, key } };
    return new WorkerProcess({
      start: { kind: 'start', processCount: settings.workers, ...start },
      answer: (call) => keeper.answer(worker, call),
      onEmptied: () => finishWhenEmptied(),
      onMissed,
      onLost: ({ willRestartInMs, ...end }) => {
        keeper
          .abandon(worker)
          .catch((err: unknown) =>
            logger.error({ worker, err }, 'what a worker had begun was not abandoned'),
          );
        metrics.retire(worker);
        logger.error({ worker, ...end, willRestartInMs }, 'a worker process has ended');
      },
      onServing: (pid, isRestarted) => {
        workers[index]?.send({ kind: 'view', view: shownView });
        logger.info(
          { worker, pid },
          isRestarted ? 'a worker process was started again' : 'a worker process serves',
        );
      },
    });
  });

  /** Workers with clients may need any other; one that stops alone needs none. */
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
    show(view) {
      shownView = view;
      for (const worker of workers) worker.send({ kind: 'view', view });
    },
    metrics: {
      contentType: metrics.contentType,
      async render(node) {
        if (node !== null) metrics.setNode(node);
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
