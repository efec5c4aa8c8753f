/** A worker thread's program. */
import { parentPort } from 'node:worker_threads';
import { JOBS, type Job, type JobInput, type JobName, type WorkerReport } from './jobs.ts';

parentPort?.on('message', (job: Job) => {
  try {
    report({ kind: 'done', output: doJob(job) });
  } catch (error) {
    report({ kind: 'failed', error });
  }
});
report({ kind: 'ready' });

function doJob<Name extends JobName>(job: Job<Name>): ReturnType<(typeof JOBS)[Name]> {
  const work = JOBS[job.name] as (input: JobInput<Name>) => ReturnType<(typeof JOBS)[Name]>;
  return work(job.input);
}

function report(message: WorkerReport): void {
  parentPort?.postMessage(message);
}
