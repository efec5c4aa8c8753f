/** The program of a worker thread: does the jobs that it is sent, one after the other. */
import { parentPort } from 'node:worker_threads';
import { JOBS, type Job, type WorkerReport } from './jobs.ts';

parentPort?.on('message', (job: Job) => {
  try {
    const { output, memory } = JOBS[job.name](job.input);
    report({ kind: 'done', output }, memory);
  } catch (error) {
    report({ kind: 'failed', error });
  }
});
report({ kind: 'ready' });

function report(message: WorkerReport, memory: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, memory);
}
