/** One worker thread and the job that it does. */
import type { Worker } from 'node:worker_threads';
import type { Job, WorkerReport } from './jobs.ts';
import { WorkerFailure } from './worker-failure.ts';

/** Loading the program takes a tenth of a second; a busy machine takes its time. */
const MAX_START_MS = 30_000;

/** One job for a worker thread. */
export interface LaneWork {
  readonly job: Job;
  /** Memory of the input to transfer instead of copying. */
  readonly memory: readonly ArrayBuffer[];
  /** For the job alone: the start of the thread does not count. */
  readonly deadlineMs: number;
}

interface OpenWork extends LaneWork {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Does one job at a time. While it does none, it keeps no process alive. */
export class WorkerLane {
  readonly #worker: Worker;
  #isReady = false;
  #isEnded = false;
  #work: OpenWork | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.unref();
    worker.on('message', (report: WorkerReport) => this.#hear(report));
    worker.on('messageerror', (cause) => this.#end(new WorkerFailure('ended', { cause })));
    worker.on('error', (cause) =>
      this.#end(new WorkerFailure(isMemoryError(cause) ? 'memory' : 'ended', { cause })),
    );
    worker.on('exit', () => this.#end(new WorkerFailure('ended')));
  }

  /** True when the thread is idle. */
  get isFree(): boolean {
    return !this.#isEnded && this.#work === undefined;
  }

  /** True when the thread is gone or going. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The result of the job. Throws `WorkerFailure`, after which the lane has ended, and what the job throws. Only for a free lane. */
  do(work: LaneWork): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#work = { ...work, resolve, reject };
      this.#worker.ref();
      if (this.#isReady) this.#send();
      else this.#limit(MAX_START_MS);
    });
  }

  /** Ends the thread in the middle of its job, if it has one. */
  async end(failure = new WorkerFailure('closed')): Promise<void> {
    this.#end(failure);
    await this.#worker.terminate();
  }

  #hear(report: WorkerReport): void {
    if (report.kind === 'ready') {
      this.#isReady = true;
      this.#send();
      return;
    }
    const work = this.#takeWork();
    if (report.kind === 'done') work?.resolve(report.output);
    else work?.reject(report.error);
  }

  #send(): void {
    if (this.#work === undefined) return;
    const { job, memory, deadlineMs } = this.#work;
    this.#limit(deadlineMs);
    try {
      this.#worker.postMessage(job, memory);
    } catch (error) {
      // The input cannot be sent; the thread knows nothing of it.
      this.#takeWork()?.reject(error);
    }
  }

  #limit(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void this.end(new WorkerFailure('deadline'));
    }, ms);
  }

  #takeWork(): OpenWork | undefined {
    const work = this.#work;
    this.#work = undefined;
    clearTimeout(this.#timer);
    this.#worker.unref();
    return work;
  }

  #end(failure: WorkerFailure): void {
    this.#isEnded = true;
    this.#takeWork()?.reject(failure);
  }
}

function isMemoryError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
