/** Answers that were given, for requests that come again. */

/** An answer as it went out. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for none. */
  readonly body: Buffer | null;
}

/** A request that is or was worked on. */
export interface KeptRequest {
  /** What tells it from another request of the same key. */
  readonly fingerprint: string;
  /** Null when its work came to nothing, so that a repeat is a new attempt. */
  readonly answer: Promise<KeptAnswer | null>;
}

export interface AnswerStoreLimits {
  readonly maxEntries: number;
  /** Of all bodies together. */
  readonly maxOctets: number;
  readonly lifetimeMs: number;
}

interface Entry {
  readonly request: KeptRequest;
  readonly expiresMs: number;
  octets: number;
}

/** Keeps the newest; what is beyond a limit goes, the oldest first. */
export class AnswerStore {
  readonly #entries = new Map<string, Entry>();
  readonly #limits: AnswerStoreLimits;
  readonly #now: () => number;
  #octets = 0;

  constructor(limits: AnswerStoreLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  find(key: string): KeptRequest | undefined {
    this.#forgetExpired();
    return this.#entries.get(key)?.request;
  }

  /** Keeps the request from now on; its answer counts as soon as it is there, and null forgets it. */
  keep(key: string, request: KeptRequest): void {
    const entry = { request, expiresMs: this.#now() + this.#limits.lifetimeMs, octets: 0 };
    this.#forget(key);
    this.#entries.set(key, entry);
    this.#forgetSurplus();
    void request.answer.then((answer) => this.#settle(key, entry, answer));
  }

  #settle(key: string, entry: Entry, answer: KeptAnswer | null): void {
    if (this.#entries.get(key) !== entry) return;
    if (answer === null) {
      this.#forget(key);
      return;
    }
    entry.octets = answer.body?.length ?? 0;
    this.#octets += entry.octets;
    this.#forgetSurplus();
  }

  /** All live equally long, so the oldest come first. */
  #forgetExpired(): void {
    for (const [key, { expiresMs }] of this.#entries) {
      if (expiresMs > this.#now()) return;
      this.#forget(key);
    }
  }

  #forgetSurplus(): void {
    for (const key of this.#entries.keys()) {
      const isWithinLimits =
        this.#entries.size <= this.#limits.maxEntries && this.#octets <= this.#limits.maxOctets;
      if (isWithinLimits) return;
      this.#forget(key);
    }
  }

  #forget(key: string): void {
    this.#octets -= this.#entries.get(key)?.octets ?? 0;
    this.#entries.delete(key);
  }
}
