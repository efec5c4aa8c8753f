/** Opens sessions: who may sign in next, what is remembered of it, and how long a failure takes. */
import { setTimeout as wait } from 'node:timers/promises';
import { CircuitBreaker } from '../../../domain/circuit-breaker.ts';
import { serverKey } from '../../../domain/limit-keys.ts';
import type { LoginKey } from '../../../domain/login-key.ts';
import { LoginMemory } from '../../../domain/login-memory.ts';
import type { MailAccount } from '../../../domain/mail-account.ts';
import { MailError } from '../../../domain/mail-error.ts';
import type { ImapSession } from './imap-session.ts';
import { DEFAULT_SIGN_IN_LIMITS, type SignInLimits, SignInPlaces } from './sign-in-places.ts';

/** What is granted to sign-ins. */
export interface SignInOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** What is granted to sign-ins under way. Without it, the defaults. */
  readonly signIns?: SignInLimits;
  /** A number from 0 to below 1. */
  readonly random?: () => number;
  /** How long each failure to reach a server takes that a client has named, so that it does not say what is there; 0 by default. */
  readonly namedServerMs?: number;
}

/** After a pause, the attempt that is let through has so long until another one is. */
const ATTEMPT_MS = 30_000;

/** A login with its key. */
export interface KnownLogin {
  readonly account: MailAccount;
  readonly key: LoginKey;
}

/** The sign-ins of all logins. */
export class SignIns {
  readonly #options: SignInOptions;
  readonly #logins: LoginMemory;
  readonly #places: SignInPlaces;
  /** By the keys of logins: a server that asks one of them to slow down is not asked again at once. */
  readonly #breaker: CircuitBreaker;

  constructor(options: SignInOptions) {
    this.#options = options;
    const { now, random = Math.random, signIns = DEFAULT_SIGN_IN_LIMITS } = options;
    this.#logins = new LoginMemory(now);
    this.#places = new SignInPlaces(signIns);
    this.#breaker = new CircuitBreaker({
      ...{ now, random, failures: Number.POSITIVE_INFINITY, openMs: ATTEMPT_MS },
    });
  }

  /** True when the server accepted this login the last time, within a day. */
  isProved(key: LoginKey): boolean {
    return this.#logins.isProved(key);
  }

  /** The refusal of exactly this login that is still remembered. */
  refusalOf(key: LoginKey): MailError | undefined {
    return this.#logins.refusalOf(key);
  }

  /**
   * Opens a session as soon as there is a place for the sign-in. Throws what `open` throws, `authentication-failed` for a login that was
   * refused lately, `rate-limited` while the server has asked this login to slow down, and `too-many-connections`.
   */
  async run(
    { account, key }: KnownLogin,
    open: () => Promise<ImapSession>,
    signal: AbortSignal,
  ): Promise<ImapSession> {
    const refusal = this.#logins.refusalOf(key);
    if (refusal !== undefined) throw refusal;
    this.#breaker.requireAttempt(key);
    const { now } = this.#options;
    const wasProved = this.#logins.isProved(key);
    let startedAt = now();
    const signIn = (): Promise<ImapSession> => {
      startedAt = now();
      return this.#breaker.run(key, () => this.#logins.remember(key, open));
    };
    try {
      return await this.#places.run(serverKey(account.inbox), signIn, signal);
    } catch (error) {
      // Without its place: no other sign-in has to wait for this.
      if (!wasProved && isOfNamedServer(error, account)) await this.#completeFailure(startedAt, signal);
      throw error;
    }
  }

  async #completeFailure(startedAt: number, signal: AbortSignal): Promise<void> {
    const { namedServerMs = 0, now } = this.#options;
    await wait(Math.max(0, startedAt + namedServerMs - now()), undefined, { signal });
  }
}

/** True for a server that a client has named and that is not there, or is not a mail server. */
function isOfNamedServer(error: unknown, { origin }: MailAccount): boolean {
  return origin === 'client' && error instanceof MailError && error.code === 'server-unreachable';
}
