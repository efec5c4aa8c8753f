import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Excludes the job's octets; texts take some ten megabytes. V8 collects later with higher limits, and threads
 * never shrink.
 */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };
const SOURCE = '.ts';

/** Starts a thread with `worker-main`. */
export function startWorker(): Worker {
  const options: WorkerOptions = { resourceLimits: LIMITS };
  if (!import.meta.url.endsWith(SOURCE))
    return new Worker(new URL('./worker-main.js', import.meta.url), options);
  return new Worker(bootstrapOf(new URL('./worker-main.ts', import.meta.url)), { ...options, eval: true });
}

/** Node 20 threads do not inherit TypeScript hooks. */
function bootstrapOf(program: URL): string {
  const loader = import.meta.resolve('tsx/esm/api');
  return `import(${JSON.stringify(loader)}).then(({ register }) => (register(), import(${JSON.stringify(program.href)})));`;
}
