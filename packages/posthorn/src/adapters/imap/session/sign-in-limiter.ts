import { MailError } from '../../../domain/errors/mail-error.ts';
import type { ServerKey } from '../../../domain/limits/limit-keys.ts';
import { Waiters } from '../../../domain/values/waiters.ts';

/** Limits of concurrent sign-ins. */
export interface SignInLimits {
  readonly maxPlaces: number;
  /** Leaves capacity to other servers. */
  readonly maxPerServer: number;
  readonly maxWaiting: number;
  readonly waitMs: number;
}

/** Below a stock Dovecot's 100 login processes. Unproved sign-ins have fewer (`sign-in-queue.ts`). */
export const DEFAULT_SIGN_IN_LIMITS: SignInLimits = {
  maxPlaces: 120,
  maxPerServer: 80,
  maxWaiting: 2_000,
  waitMs: 20_000,
};

const RETRY_AFTER_SECONDS = 5;

/** Admits sign-ins in order, limited per server. */
export class SignInLimiter {
  readonly #limits: SignInLimits;
  readonly #taken = new Map<ServerKey, number>();
  #takenInAll = 0;
  readonly #waiters = new Waiters<ServerKey, true>();

  constructor(limits: SignInLimits) {
    this.#limits = limits;
  }

  get usage(): { readonly taken: number; readonly waiting: number } {
    return { taken: this.#takenInAll, waiting: this.#waiters.count };
  }

  /** Throws `too-many-connections`, and the signal's reason. */
  async run<Result>(server: ServerKey, signIn: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    if (this.#isFree(server)) this.#add(server, 1);
    else {
      const { maxWaiting, waitMs } = this.#limits;
      if (this.#waiters.count >= maxWaiting) throw noPlace();
      await this.#waiters.wait(server, { ms: waitMs, late: noPlace }, signal);
    }
    try {
      return await signIn();
    } finally {
      this.#add(server, -1);
      this.#serve();
    }
  }

  #isFree(server: ServerKey): boolean {
    const { maxPlaces, maxPerServer } = this.#limits;
    return this.#takenInAll < maxPlaces && (this.#taken.get(server) ?? 0) < maxPerServer;
  }

  #add(server: ServerKey, count: number): void {
    const there = (this.#taken.get(server) ?? 0) + count;
    this.#takenInAll += count;
    if (there > 0) this.#taken.set(server, there);
    else this.#taken.delete(server);
  }

  #serve(): void {
    this.#waiters.serve((server) => {
      if (!this.#isFree(server)) return undefined;
      this.#add(server, 1);
      return true;
    });
  }
}

function noPlace(): MailError {
  const detail = 'Too many sign-ins are under way.';
  return new MailError('too-many-connections', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
