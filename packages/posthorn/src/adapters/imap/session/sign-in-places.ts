/** The places for sign-ins that are under way at mail servers. */
import type { ServerKey } from '../../../domain/limit-keys.ts';
import { MailError } from '../../../domain/mail-error.ts';
import { untilAborted } from '../../../domain/until-aborted.ts';

/** What is granted to sign-ins. */
export interface SignInLimits {
  /** Under way at the same time. */
  readonly maxPlaces: number;
  /** The most sign-ins at one server, which leaves places for other servers. */
  readonly maxPerServer: number;
  /** How many may wait at a time. */
  readonly maxWaiting: number;
  /** The longest wait for a place. */
  readonly waitMs: number;
}

/** Below the 100 processes that a stock Dovecot has for logins. Sign-ins that are not proved have fewer (`sign-in-queue.ts`). */
export const DEFAULT_SIGN_IN_LIMITS: SignInLimits = {
  maxPlaces: 120,
  maxPerServer: 80,
  maxWaiting: 2_000,
  waitMs: 20_000,
};

interface Waiter {
  readonly server: ServerKey;
  readonly give: () => void;
}

const RETRY_AFTER_SECONDS = 5;

/** Gives out places in the order of arrival. The sign-ins at one server leave places to those at others. */
export class SignInPlaces {
  readonly #limits: SignInLimits;
  readonly #taken = new Map<ServerKey, number>();
  #takenInAll = 0;
  readonly #waiters = new Set<Waiter>();

  constructor(limits: SignInLimits) {
    this.#limits = limits;
  }

  get usage(): { readonly taken: number; readonly waiting: number } {
    return { taken: this.#takenInAll, waiting: this.#waiters.size };
  }

  /**
   * Runs the sign-in as soon as there is a place for it. Throws MailError `too-many-connections` when none comes free in time, and
   * the reason of the signal.
   */
  async run<Result>(server: ServerKey, signIn: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    if (this.#isFree(server)) this.#add(server, 1);
    else await this.#wait(server, signal);
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

  async #wait(server: ServerKey, signal: AbortSignal): Promise<void> {
    if (this.#waiters.size >= this.#limits.maxWaiting) throw noPlace();
    const { promise, resolve, reject } = withResolvers();
    const waiter: Waiter = { server, give: resolve };
    const timer = setTimeout(() => reject(noPlace()), this.#limits.waitMs);
    this.#waiters.add(waiter);
    try {
      await untilAborted(signal, promise);
    } catch (error) {
      // It has been given a place in the moment in which it left.
      if (!this.#waiters.has(waiter)) {
        this.#add(server, -1);
        this.#serve();
      }
      throw error;
    } finally {
      clearTimeout(timer);
      this.#waiters.delete(waiter);
    }
  }

  #serve(): void {
    for (const waiter of this.#waiters) {
      if (!this.#isFree(waiter.server)) continue;
      // Before it runs: the place must not be given twice.
      this.#add(waiter.server, 1);
      this.#waiters.delete(waiter);
      waiter.give();
    }
  }
}

function withResolvers() {
  let resolve: () => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<void>((settle, refuse) => {
    resolve = settle;
    reject = refuse;
  });
  return { promise, resolve, reject };
}

function noPlace(): MailError {
  const detail = 'Too many sign-ins are under way.';
  return new MailError('too-many-connections', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
