import type { Worker } from 'node:worker_threads';
import type { Job, WorkerReport } from './jobs.ts';
import { WorkerFailure } from './worker-failure.ts';

/** Normally 100 ms. */
const MAX_START_MS = 30_000;

/** A thread's job. */
export interface LaneWork {
  readonly job: Job;
  /** Not copied. */
  readonly memory: readonly ArrayBuffer[];
  /** Without the thread's start. */
  readonly deadlineMs: number;
}

interface OpenWork extends LaneWork {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** One job at a time. Idle, it keeps no process alive. */
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

  get isFree(): boolean {
    return !this.#isEnded && this.#work === undefined;
  }

  /** Ended or ending. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Needs a free lane. Throws `WorkerFailure`, ending the lane, or the job's error. */
  do(work: LaneWork): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#work = { ...work, resolve, reject };
      this.#worker.ref();
      if (this.#isReady) this.#send();
      else this.#limit(MAX_START_MS);
    });
  }

  /** Even during a job. */
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
      // Not transferable.
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
