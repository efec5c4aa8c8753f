/** Opens sessions: who may sign in next, what is remembered of it, and how long a failure takes. */
import { setTimeout as wait } from 'node:timers/promises';
import { CircuitBreaker } from '../../../domain/circuit-breaker.ts';
import type { MailAccount } from '../../../domain/mail-account.ts';
import { MailError } from '../../../domain/mail-error.ts';
import type { ImapSession } from './imap-session.ts';
import { createLoginMemory } from './login-memory.ts';
import {
  clientOf,
  DEFAULT_SIGN_IN_LIMITS,
  type SignInLimits,
  SignInPlaces,
  type SignInRank,
  serverOf,
} from './sign-in-places.ts';
import { createSuspects } from './suspects.ts';

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
  readonly key: string;
}

/** The sign-ins of all logins. */
export class SignIns {
  readonly #options: SignInOptions;
  readonly #logins;
  readonly #places: SignInPlaces;
  readonly #suspects;
  /** By the keys of logins: a server that asks one of them to slow down is not asked again at once. */
  readonly #breaker: CircuitBreaker;

  constructor(options: SignInOptions) {
    this.#options = options;
    const { now, random = Math.random, signIns = DEFAULT_SIGN_IN_LIMITS } = options;
    this.#logins = createLoginMemory(now);
    this.#places = new SignInPlaces(signIns, now);
    this.#suspects = createSuspects(now);
    this.#breaker = new CircuitBreaker({
      ...{ now, random, failures: Number.POSITIVE_INFINITY, openMs: ATTEMPT_MS },
    });
  }

  /** True when the server accepted this login the last time, within a day. */
  isProved(key: string): boolean {
    return this.#logins.isProved(key);
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
    this.#logins.throwIfRefused(key);
    this.#breaker.requireAttempt(key);
    const { now } = this.#options;
    const client = clientOf(account);
    const wasProved = this.#logins.isProved(key);
    const rank: SignInRank = wasProved ? 'proved' : this.#suspects.rankOf(client);
    let startedAt = now();
    const signIn = (): Promise<ImapSession> => {
      startedAt = now();
      const attempt = () => this.#suspects.watch(account, () => this.#logins.remember(key, open));
      return this.#breaker.run(key, attempt);
    };
    try {
      return await this.#places.run(
        { rank, client, server: serverOf(account), isNamed: account.origin === 'client' },
        signIn,
        signal,
      );
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
