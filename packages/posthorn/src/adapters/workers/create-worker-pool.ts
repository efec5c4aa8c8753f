import { startWorker } from './start-worker.ts';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

/** Input limits keep jobs below a second. */
const DEFAULTS: WorkerPoolOptions = {
  start: startWorker,
  maxWorkers: 2,
  maxWaiting: 64,
  deadlineMs: 5_000,
  idleMs: 30_000,
};

/** Up to two threads on demand, idle for at most 30 seconds. Close it. */
export function createWorkerPool(options: Partial<WorkerPoolOptions> = {}): WorkerPool {
  return new WorkerPool({ ...DEFAULTS, ...options });
}
