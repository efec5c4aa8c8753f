import type { Worker } from 'node:worker_threads';
import type { Job, JobName, JobOutput } from './jobs.ts';
import { WorkerFailure } from './worker-failure.ts';
import { type LaneWork, WorkerLane } from './worker-lane.ts';

/** Thread and job limits. */
export interface WorkerPoolOptions {
  readonly start: () => Worker;
  /** About 10 MB each. */
  readonly maxWorkers: number;
  /** Each holds its octets. */
  readonly maxWaiting: number;
  /** Ends the job with its thread. */
  readonly deadlineMs: number;
  /** Then an idle thread ends. */
  readonly idleMs: number;
}

interface Waiting {
  readonly work: LaneWork;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Jobs in threads on demand: none blocks the event loop. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #lanes = new Map<WorkerLane, NodeJS.Timeout | undefined>();
  readonly #waiting = new Set<Waiting>();
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /**
   * Transferred memory becomes unreadable. Threads go on after an abort. Throws `WorkerFailure`, the abort
   * reason, or the job's error.
   */
  async do<Name extends JobName>(
    job: Job<Name>,
    memory: readonly ArrayBuffer[],
    signal: AbortSignal,
  ): Promise<JobOutput<Name>> {
    signal.throwIfAborted();
    if (this.#isClosed) throw new WorkerFailure('closed');
    const { maxWaiting, deadlineMs } = this.#options;
    if (this.#waiting.size >= maxWaiting) throw new WorkerFailure('busy');
    return new Promise((resolve, reject) => {
      const abandon = () => settle(() => reject(signal.reason));
      const settle = (how: () => void) => {
        signal.removeEventListener('abort', abandon);
        this.#waiting.delete(waiting);
        how();
      };
      const waiting: Waiting = {
        work: { job, memory, deadlineMs },
        resolve: (output) => settle(() => resolve(output as JobOutput<Name>)),
        reject: (error) => settle(() => reject(error)),
      };
      signal.addEventListener('abort', abandon);
      this.#waiting.add(waiting);
      this.#distribute();
    });
  }

  /** Unfinished jobs fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting) reject(new WorkerFailure('closed'));
    await Promise.all([...this.#lanes.keys()].map((lane) => this.#endLane(lane)));
  }

  #distribute(): void {
    for (const waiting of this.#waiting) {
      try {
        const lane = this.#findLane();
        if (lane === undefined) return;
        this.#waiting.delete(waiting);
        void this.#run(lane, waiting);
      } catch (error) {
        // No thread started.
        waiting.reject(error);
      }
    }
  }

  #findLane(): WorkerLane | undefined {
    for (const lane of this.#lanes.keys()) {
      if (lane.isFree) return lane;
      if (lane.isEnded) this.#lanes.delete(lane);
    }
    if (this.#lanes.size >= this.#options.maxWorkers) return undefined;
    const lane = new WorkerLane(this.#options.start());
    this.#lanes.set(lane, undefined);
    return lane;
  }

  async #run(lane: WorkerLane, { work, resolve, reject }: Waiting): Promise<void> {
    clearTimeout(this.#lanes.get(lane));
    try {
      resolve(await lane.do(work));
    } catch (error) {
      reject(error);
    }
    if (lane.isEnded) this.#lanes.delete(lane);
    else this.#lanes.set(lane, setTimeout(() => void this.#endLane(lane), this.#options.idleMs).unref());
    this.#distribute();
  }

  async #endLane(lane: WorkerLane): Promise<void> {
    clearTimeout(this.#lanes.get(lane));
    this.#lanes.delete(lane);
    await lane.end();
  }
}
