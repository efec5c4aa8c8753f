import {
  ABANDONED_REQUEST_MS,
  type AnswerStore,
  type BegunRequest,
  type KeyedRequest,
  type StoredAnswer,
} from '../../application/ports/state/answer-store.ts';

/** Size and lifetime. */
export interface AnswerStoreLimits {
  readonly maxEntries: number;
  readonly maxOctets: number;
  readonly lifetimeMs: number;
}

const DEFAULT_LIMITS: AnswerStoreLimits = {
  maxEntries: 10_000,
  maxOctets: 100_000_000,
  lifetimeMs: 24 * 60 * 60 * 1000,
};

interface Entry {
  readonly fingerprint: string;
  readonly owner: string;
  readonly expiresMs: number;
  abandonedMs: number | null;
  answer: StoredAnswer | null;
}

/** The newest answers. `now`: milliseconds. */
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

  async begin({
    key,
    fingerprint,
    owner,
  }: KeyedRequest & { readonly owner: string }): Promise<BegunRequest | null> {
    this.#forgetExpired();
    const known = this.#entries.get(key);
    if (known !== undefined && !this.#isOver(known)) {
      return { fingerprint: known.fingerprint, answer: known.answer };
    }
    this.#remove(key);
    const expiresMs = this.#now() + this.#limits.lifetimeMs;
    this.#entries.set(key, { fingerprint, owner, expiresMs, abandonedMs: null, answer: null });
    this.#forgetSurplus();
    return null;
  }

  async finish({ key, answer }: { readonly key: string; readonly answer: StoredAnswer }): Promise<void> {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.answer !== null) return;
    entry.answer = answer;
    this.#octets += octetsOf(entry);
    this.#forgetSurplus();
  }

  async forget(key: string): Promise<void> {
    this.#remove(key);
  }

  async abandon(owner: string): Promise<void> {
    for (const entry of this.#entries.values()) {
      if (entry.owner === owner) entry.abandonedMs ??= this.#now();
    }
  }

  #isOver({ answer, abandonedMs }: Entry): boolean {
    return answer === null && abandonedMs !== null && this.#now() - abandonedMs >= ABANDONED_REQUEST_MS;
  }

  /** Equal lifetimes: the oldest are first. */
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
