/** One worker as its primary process sees it: the process that has its number now, and those that replace it. */
import cluster, { type Worker } from 'node:cluster';
import { ConfigurationError } from '../config/configuration-error.ts';
import type { MetricsSnapshot } from '../observability/metrics.ts';
import type { PrimaryMessage, WorkerMessage, WorkerStart } from './messages.ts';
import type { SharedCall } from './shared-stores.ts';

/** How a process has ended. */
export interface WorkerEnd {
  readonly code: number | null;
  readonly signal: string | null;
  /** Why it could not serve, where it reported that. */
  readonly reason: string | undefined;
  readonly willRestartInMs: number;
}

/** What a worker serves, and the listeners for its events. */
export interface WorkerProcessOptions {
  readonly start: WorkerStart;
  /** Does what the worker asks of the primary process. */
  readonly answer: (call: SharedCall) => Promise<unknown>;
  /** It has no clients left. */
  readonly onEmptied: () => void;
  readonly onLost: (end: WorkerEnd) => void;
  /** It listens, for the first time or after a restart. */
  readonly onServing: (pid: number | undefined, isRestarted: boolean) => void;
}

/** The wait before a worker is restarted: twice as long each time, unless it has served for a while. */
const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 30_000;
const LONG_LIFE_MS = 60_000;
/** A worker that is busy for longer is left out of the metrics. */
const MEASURE_MS = 2_000;

/** A worker with a fixed number. Its accounts wait for it while it restarts: so no account is ever in two processes. */
export class WorkerProcess {
  readonly #options: WorkerProcessOptions;
  readonly #measuring = new Map<number, (snapshot: MetricsSnapshot | null) => void>();
  #child: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #reason: string | undefined;
  #startedAt = 0;
  #waitMs = FIRST_WAIT_MS;
  #lastMeasuring = 0;
  #isStopping = false;
  #isEmptied = false;
  /** The process of now, and any of them. */
  #hasServed = false;
  #hasEverServed = false;
  #onReady: () => void = () => undefined;
  #onFailed: (error: Error) => void = () => undefined;
  #onEnded: (isClean: boolean) => void = () => undefined;

  constructor(options: WorkerProcessOptions) {
    this.#options = options;
  }

  /** True once it was told to end. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** True when it has no clients left. */
  get isEmptied(): boolean {
    return this.#isEmptied || this.#child === undefined;
  }

  /** Settles when it listens. Rejects with the reason why it cannot. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#onReady = resolve;
      this.#onFailed = reject;
      this.#fork();
    });
  }

  /** Sends a message, if there is a process to read it. */
  send(message: PrimaryMessage): void {
    if (this.#child?.isConnected()) this.#child.send(message, () => undefined);
  }

  /** Its metrics; null when it does not answer, or has none. */
  async measure(): Promise<MetricsSnapshot | null> {
    if (this.#child === undefined) return null;
    this.#lastMeasuring += 1;
    const id = this.#lastMeasuring;
    return new Promise((resolve) => {
      const settle = (snapshot: MetricsSnapshot | null): void => {
        clearTimeout(timer);
        this.#measuring.delete(id);
        resolve(snapshot);
      };
      const timer = setTimeout(() => settle(null), MEASURE_MS);
      this.#measuring.set(id, settle);
      this.send({ kind: 'measure', id });
    });
  }

  /** Ends it gracefully. True when it ended so, or did not run. */
  stop(): Promise<boolean> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (child === undefined) return Promise.resolve(true);
    // A worker that does not serve yet has nothing to finish.
    child.process.kill(this.#hasServed ? 'SIGTERM' : 'SIGKILL');
    return new Promise((resolve) => {
      this.#onEnded = resolve;
    });
  }

  /** Ends it at once. */
  kill(): void {
    this.#child?.process.kill('SIGKILL');
  }

  #fork(): void {
    this.#startedAt = performance.now();
    this.#reason = undefined;
    this.#isEmptied = false;
    this.#hasServed = false;
    const child = cluster.fork();
    this.#child = child;
    child.on('message', (message: WorkerMessage) => this.#read(message));
    // A message to a process that has just ended; `exit` reports its end.
    child.on('error', () => undefined);
    child.on('exit', (code: number | null, signal: string | null) => this.#onExit(code, signal));
  }

  #read(message: WorkerMessage): void {
    if (message.kind === 'listening') this.send(this.#options.start);
    if (message.kind === 'ready') this.#becomeReady();
    if (message.kind === 'measured') this.#measuring.get(message.id)?.(message.snapshot);
    if (message.kind === 'call') void this.#answer(message);
    if (message.kind === 'failed') {
      this.#reason = message.message;
      this.#onFailed(
        message.problems ? new ConfigurationError(message.problems) : new Error(message.message),
      );
    }
    if (message.kind === 'emptied') {
      this.#isEmptied = true;
      this.#options.onEmptied();
    }
  }

  async #answer({ id, method, args }: { readonly id: number } & SharedCall): Promise<void> {
    this.send({ kind: 'result', id, value: await this.#options.answer({ method, args }) });
  }

  #becomeReady(): void {
    this.#hasServed = true;
    this.#options.onServing(this.#child?.process.pid, this.#hasEverServed);
    this.#hasEverServed = true;
    this.#onReady();
  }

  #onExit(code: number | null, signal: string | null): void {
    this.#child = undefined;
    for (const settle of this.#measuring.values()) settle(null);
    if (this.#isStopping) {
      this.#onEnded(code === 0 || !this.#hasServed);
      this.#options.onEmptied();
      return;
    }
    if (!this.#hasEverServed) {
      this.#onFailed(new Error(`A worker process ended with ${signal ?? `code ${code}`} before it served.`));
      return;
    }
    if (performance.now() - this.#startedAt > LONG_LIFE_MS) this.#waitMs = FIRST_WAIT_MS;
    const willRestartInMs = this.#waitMs;
    this.#waitMs = Math.min(MAX_WAIT_MS, this.#waitMs * 2);
    this.#options.onLost({ code, signal, reason: this.#reason, willRestartInMs });
    this.#timer = setTimeout(() => this.#fork(), willRestartInMs);
  }
}
