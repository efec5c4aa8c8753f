/** Starts a worker thread, from the sources or from the build. */
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * What a thread may hold in addition to the octets of its job, which lie outside: the texts of a message take some ten megabytes. V8 collects
 * garbage the later the more it may hold, and a thread keeps what it once took.
 */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };
const SOURCE = '.ts';

/** A new thread that runs `worker-main`. */
export function startWorker(): Worker {
  const options: WorkerOptions = { resourceLimits: LIMITS };
  if (!import.meta.url.endsWith(SOURCE))
    return new Worker(new URL('./worker-main.js', import.meta.url), options);
  return new Worker(bootstrapOf(new URL('./worker-main.ts', import.meta.url)), { ...options, eval: true });
}

/** On Node 20 a thread does not inherit the hooks by which its parent loads TypeScript. */
function bootstrapOf(program: URL): string {
  const loader = import.meta.resolve('tsx/esm/api');
  return `import(${JSON.stringify(loader)}).then(({ register }) => (register(), import(${JSON.stringify(program.href)})));`;
}
