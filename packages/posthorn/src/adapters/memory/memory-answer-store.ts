/** Keeps answers in the memory of this process. */
import type {
  AnswerStore,
  BegunRequest,
  KeptAnswer,
  KeyedRequest,
} from '../../application/ports/state/answer-store.ts';

/** How much is kept, and for how long. */
export interface AnswerStoreLimits {
  readonly maxEntries: number;
  /** Of all bodies together. */
  readonly maxOctets: number;
  readonly lifetimeMs: number;
}

const DEFAULT_LIMITS: AnswerStoreLimits = {
  /** Requests of a day of a busy installation; without its body, an entry takes some hundred octets. */
  maxEntries: 10_000,
  maxOctets: 100_000_000,
  /** A client that repeats a request later has forgotten what it was about. */
  lifetimeMs: 24 * 60 * 60 * 1000,
};

interface Entry {
  readonly fingerprint: string;
  readonly expiresMs: number;
  answer: KeptAnswer | null;
}

/** Keeps the newest answers within the limits, and removes the oldest first. `now` returns milliseconds. */
export class MemoryAnswerStore implements AnswerStore {
  readonly #entries = new Map<string, Entry>();
  readonly #limits: AnswerStoreLimits;
  readonly #now: () => number;
  #octets = 0;

  constructor({
    now,
    limits = DEFAULT_LIMITS,
  }: { readonly now: () => number; readonly limits?: AnswerStoreLimits }) {
    this.#limits = limits;
    this.#now = now;
  }

  async begin({ key, fingerprint }: KeyedRequest): Promise<BegunRequest | null> {
    this.#forgetExpired();
    const known = this.#entries.get(key);
    if (known !== undefined) return { fingerprint: known.fingerprint, answer: known.answer };
    const expiresMs = this.#now() + this.#limits.lifetimeMs;
    this.#entries.set(key, { fingerprint, expiresMs, answer: null });
    this.#forgetSurplus();
    return null;
  }

  async finish({ key, answer }: { readonly key: string; readonly answer: KeptAnswer }): Promise<void> {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.answer !== null) return;
    entry.answer = answer;
    this.#octets += octetsOf(entry);
    this.#forgetSurplus();
  }

  async forget(key: string): Promise<void> {
    this.#remove(key);
  }

  /** All live equally long, so the oldest come first. */
  #forgetExpired(): void {
    for (const [key, { expiresMs }] of this.#entries) {
      if (expiresMs > this.#now()) return;
      this.#remove(key);
    }
  }

  #forgetSurplus(): void {
    for (const key of this.#entries.keys()) {
      const isWithinLimits =
        this.#entries.size <= this.#limits.maxEntries && this.#octets <= this.#limits.maxOctets;
      if (isWithinLimits) return;
      this.#remove(key);
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#octets -= octetsOf(entry);
    this.#entries.delete(key);
  }
}

function octetsOf({ answer }: Entry): number {
  return answer?.body?.length ?? 0;
}
