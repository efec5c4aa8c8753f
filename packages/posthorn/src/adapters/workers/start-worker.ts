import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Without the job's octets; texts take about 10 MB. With higher limits V8 collects later, and threads never
 * shrink.
 */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };
const SOURCE = '.ts';

/** Runs `worker-main`. */
export function startWorker(): Worker {
  const options: WorkerOptions = { resourceLimits: LIMITS };
  if (!import.meta.url.endsWith(SOURCE))
    return new Worker(new URL('./worker-main.js', import.meta.url), options);
  return new Worker(bootstrapOf(new URL('./worker-main.ts', import.meta.url)), { ...options, eval: true });
}

/** In Node 20, threads inherit no TypeScript hooks. */
function bootstrapOf(program: URL): string {
  const loader = import.meta.resolve('tsx/esm/api');
  return `import(${JSON.stringify(loader)}).then(({ register }) => (register(), import(${JSON.stringify(program.href)})));`;
}
