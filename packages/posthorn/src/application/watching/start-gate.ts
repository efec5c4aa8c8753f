import type { HostKey } from '../../domain/limits/limit-keys.ts';
import { Waiters } from '../../domain/values/waiters.ts';

/** Limits of concurrent starts. */
export interface StartLimits {
  readonly total: number;
  readonly perHost: number;
}

/** Starts watchers in turn: no host sees all at once. */
export class StartGate {
  readonly #limits: StartLimits;
  readonly #begun = new Map<HostKey, number>();
  readonly #waiters = new Waiters<HostKey, true>();
  #count = 0;

  constructor(limits: StartLimits) {
    this.#limits = limits;
  }

  /** Waits for its turn. Throws the signal's reason, and errors of `work`. */
  async run<Result>(host: HostKey, work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    if (this.#isFree(host)) this.#add(host, 1);
    else await this.#waiters.wait(host, null, signal);
    try {
      return await work();
    } finally {
      this.#add(host, -1);
      this.#waiters.serve((next) => {
        if (!this.#isFree(next)) return undefined;
        this.#add(next, 1);
        return true;
      });
    }
  }

  #isFree(host: HostKey): boolean {
    const { total, perHost } = this.#limits;
    return this.#count < total && (this.#begun.get(host) ?? 0) < perHost;
  }

  #add(host: HostKey, more: number): void {
    this.#count += more;
    const begun = (this.#begun.get(host) ?? 0) + more;
    if (begun > 0) this.#begun.set(host, begun);
    else this.#begun.delete(host);
  }
}
