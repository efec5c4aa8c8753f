/** Creates the threads in which mail is read. */
import { startWorker } from './start-worker.ts';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

/** Bounds on the input keep each job below a second; the deadline covers unforeseen cases. */
const DEFAULTS: WorkerPoolOptions = {
  start: startWorker,
  maxWorkers: 2,
  maxWaiting: 64,
  deadlineMs: 5_000,
  idleMs: 30_000,
};

/** Up to two threads, which start with the first job and end when there is none for half a minute. Close it. */
export function createWorkerPool(options: Partial<WorkerPoolOptions> = {}): WorkerPool {
  return new WorkerPool({ ...DEFAULTS, ...options });
}
