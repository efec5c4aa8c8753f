import cluster, { type Worker } from 'node:cluster';
import { ConfigurationError } from '../config/configuration-error.ts';
import type { MetricsSnapshot } from '../observability/metrics.ts';
import { closeUnaccepted } from './handed-connections.ts';
import type { PrimaryMessage, WorkerMessage, WorkerStart } from './messages.ts';
import type { CallResult, SharedCall } from './shared-state.ts';

/** A process's end. */
export interface WorkerEnd {
  readonly code: number | null;
  readonly signal: string | null;
  /** Why it cannot serve. */
  readonly reason: string | undefined;
  readonly willRestartInMs: number;
}

/** Configuration and listeners. */
export interface WorkerProcessOptions {
  readonly start: WorkerStart;
  readonly answer: (call: SharedCall) => Promise<CallResult>;
  readonly onEmptied: () => void;
  /** An owner has moved. */
  readonly onMissed: () => void;
  readonly onLost: (end: WorkerEnd) => void;
  /** After every start. */
  readonly onServing: (pid: number | undefined, isRestarted: boolean) => void;
}

/** Doubles, except after a long life. */
const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 30_000;
const LONG_LIFE_MS = 60_000;
/** Slower workers give no metrics. */
const MEASURE_MS = 2_000;

/** A worker with a fixed number. Its accounts await its restart: one process has them. */
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
  #hasServed = false;
  #hasEverServed = false;
  #onReady: () => void = () => undefined;
  #onFailed: (error: Error) => void = () => undefined;
  #onEnded: (isClean: boolean) => void = () => undefined;

  constructor(options: WorkerProcessOptions) {
    this.#options = options;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** True without clients. */
  get isEmptied(): boolean {
    return this.#isEmptied || this.#child === undefined;
  }

  /** Resolves when it listens. Rejects with its reason. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#onReady = resolve;
      this.#onFailed = reject;
      this.#fork();
    });
  }

  /** Ignored without a process. */
  send(message: PrimaryMessage): void {
    if (this.#child?.isConnected()) this.#child.send(message, () => undefined);
  }

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

  /** True for a graceful end, or no process. */
  stop(): Promise<boolean> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (child === undefined) return Promise.resolve(true);
    // Nothing to finish.
    child.process.kill(this.#hasServed ? 'SIGTERM' : 'SIGKILL');
    return new Promise((resolve) => {
      this.#onEnded = resolve;
    });
  }

  kill(): void {
    this.#child?.process.kill('SIGKILL');
  }

  #fork(): void {
    this.#startedAt = performance.now();
    this.#reason = undefined;
    this.#isEmptied = false;
    this.#hasServed = false;
    const child = cluster.fork();
    closeUnaccepted(child);
    this.#child = child;
    child.on('message', (message: WorkerMessage) => this.#read(message));
    // `exit` reports it.
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
    if (message.kind === 'missed') this.#options.onMissed();
    if (message.kind === 'emptied') {
      this.#isEmptied = true;
      this.#options.onEmptied();
    }
  }

  async #answer({ id, ...call }: { readonly id: number } & SharedCall): Promise<void> {
    this.send({ kind: 'result', id, ...(await this.#options.answer(call)) });
  }

  #becomeReady(): void {
    // `stop` treated it as one that never served.
    if (this.#isStopping) return;
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
