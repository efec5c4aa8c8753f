/**
 * Remembers how logins ended: refused ones, so that a client with a wrong password does not lock the mailbox at its provider, and those that
 * were proved.
 */
import type { LoginKey } from './login-key.ts';
import { MailError } from './mail-error.ts';

/** Providers lock after a handful of wrong passwords in minutes. Each further refusal doubles the time. */
const FIRST_REFUSAL_MS = 60_000;
/** Longer, and somebody whose provider was wrong for a moment would be kept out. */
const MAX_REFUSAL_MS = 8 * 60_000;
/** Without a refusal for so long, the first time holds again. */
const REFUSAL_MEMORY_MS = 30 * 60_000;
const PROOF_MS = 24 * 60 * 60_000;
/** Credentials to remember at most; each costs about 200 octets. */
const MAX_CREDENTIALS = 10_000;

interface Refusal {
  readonly until: number;
  readonly forgottenAt: number;
  readonly ms: number;
  readonly error: MailError;
}

/** How logins ended, by the key of their credentials. */
export class LoginMemory {
  readonly #now: () => number;
  readonly #refusals = new Map<LoginKey, Refusal>();
  readonly #proofs = new Map<LoginKey, number>();

  /** `now` returns milliseconds since any fixed time. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The refusal of the same credentials that is still remembered. It has no cause: no server has been asked. */
  refusalOf(key: LoginKey): MailError | undefined {
    const refusal = this.#refusals.get(key);
    if (refusal === undefined || this.#now() >= refusal.until) return undefined;
    return new MailError(refusal.error.code, refusal.error.details);
  }

  /** True when these credentials were accepted the last time, within a day. */
  isProved(key: LoginKey): boolean {
    return this.#now() < (this.#proofs.get(key) ?? 0);
  }

  /** Runs the login and remembers how it ends. */
  async remember<Result>(key: LoginKey, login: () => Promise<Result>): Promise<Result> {
    try {
      const result = await login();
      this.#refusals.delete(key);
      write(this.#proofs, key, this.#now() + PROOF_MS);
      return result;
    } catch (error) {
      if (error instanceof MailError && error.code === 'authentication-failed') this.#refuse(key, error);
      throw error;
    }
  }

  #refuse(key: LoginKey, error: MailError): void {
    const now = this.#now();
    const earlier = this.#refusals.get(key);
    const isRepeated = earlier !== undefined && now < earlier.forgottenAt;
    const ms = isRepeated ? Math.min(earlier.ms * 2, MAX_REFUSAL_MS) : FIRST_REFUSAL_MS;
    write(this.#refusals, key, { ms, until: now + ms, forgottenAt: now + ms + REFUSAL_MEMORY_MS, error });
    this.#proofs.delete(key);
  }
}

/** Forgets the entry that was written longest ago where there are too many. */
function write<Value>(entries: Map<LoginKey, Value>, key: LoginKey, value: Value): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > MAX_CREDENTIALS && oldest !== undefined) entries.delete(oldest);
}
