import { performance } from 'node:perf_hooks';
import type { HostKey } from '../../domain/limits/limit-keys.ts';
import { Waiters } from '../../domain/values/waiters.ts';

/** Limits of concurrent starts. */
export interface StartLimits {
  readonly total: number;
  readonly perHost: number;
}

/** Requests come first. The total stays: hosts that do not answer could fill a lower one and delay all others. */
const PER_HOST_WHILE_BUSY = 2;
/** Of the event loop's time. */
const BUSY_SHARE = 0.3;
const MEASURED_MS = 250;

/** Starts watchers in turn: no host sees all at once, and few at one host while the event loop is busy. */
export class StartGate {
  readonly #limits: StartLimits;
  readonly #isBusy: () => boolean;
  readonly #begun = new Map<HostKey, number>();
  readonly #waiters = new Waiters<HostKey, true>();
  #count = 0;

  constructor(limits: StartLimits, isBusy: () => boolean = createLoopMeter()) {
    this.#limits = limits;
    this.#isBusy = isBusy;
  }

  /** Waits for its turn. Throws the signal's reason, and errors of `work`. */
  async run<Result>(host: HostKey, work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    if (this.#fits(host, this.#perHost())) this.#add(host, 1);
    else await this.#waiters.wait(host, null, signal);
    try {
      return await work();
    } finally {
      this.#add(host, -1);
      this.#serve();
    }
  }

  /** At most one more than before: many at once would hold the event loop. */
  #serve(): void {
    const perHost = this.#perHost();
    let granted = 0;
    this.#waiters.serve((next) => {
      if (granted === 2 || !this.#fits(next, perHost)) return undefined;
      granted += 1;
      this.#add(next, 1);
      return true;
    });
  }

  #perHost(): number {
    const { perHost } = this.#limits;
    return this.#isBusy() ? Math.min(perHost, PER_HOST_WHILE_BUSY) : perHost;
  }

  #fits(host: HostKey, perHost: number): boolean {
    return this.#count < this.#limits.total && (this.#begun.get(host) ?? 0) < perHost;
  }

  #add(host: HostKey, more: number): void {
    this.#count += more;
    const begun = (this.#begun.get(host) ?? 0) + more;
    if (begun > 0) this.#begun.set(host, begun);
    else this.#begun.delete(host);
  }
}

/** True while the event loop is busy, as measured last. */
function createLoopMeter(): () => boolean {
  let seen = performance.eventLoopUtilization();
  let isBusy = false;
  return () => {
    const { active, idle, utilization } = performance.eventLoopUtilization(seen);
    if (active + idle < MEASURED_MS) return isBusy;
    isBusy = utilization > BUSY_SHARE;
    seen = performance.eventLoopUtilization();
    return isBusy;
  };
}
