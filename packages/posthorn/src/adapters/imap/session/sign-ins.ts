import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { SignInOutcomes } from '../../../application/ports/state/sign-in-outcomes.ts';
import type { LoginKey } from '../../../domain/accounts/login-key.ts';
import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import { MailError, type MailErrorCode } from '../../../domain/errors/mail-error.ts';
import { CircuitBreaker } from '../../../domain/limits/circuit-breaker.ts';
import { serverKey } from '../../../domain/limits/limit-keys.ts';
import type { ImapSession } from './imap-session.ts';
import { DEFAULT_SIGN_IN_LIMITS, SignInLimiter, type SignInLimits } from './sign-in-limiter.ts';

/** Clock, outcomes and limits. */
export interface SignInOptions {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Ignored while its store fails. */
  readonly signInOutcomes: SignInOutcomes;
  readonly signIns?: SignInLimits;
  /** At least 0, below 1. */
  readonly random?: () => number;
  /** Hides why client-named servers are unreachable. Default: 0. */
  readonly namedServerMs?: number;
}

/** For the single attempt after a pause. */
const ATTEMPT_MS = 30_000;
const PROOF_MS = 24 * 60 * 60_000;
const MAX_PROOFS = 10_000;

/** Login and key. */
export interface KnownLogin {
  readonly account: MailAccount;
  readonly key: LoginKey;
}

/** Admits sign-ins and remembers their outcomes. */
export class SignIns {
  readonly #options: SignInOptions;
  readonly #proofs = new LRUCache<LoginKey, number>({ max: MAX_PROOFS });
  readonly #limiter: SignInLimiter;
  /** Obeys each login's rate limits. */
  readonly #breaker: CircuitBreaker;

  constructor(options: SignInOptions) {
    this.#options = options;
    const { now, random = Math.random, signIns = DEFAULT_SIGN_IN_LIMITS } = options;
    this.#limiter = new SignInLimiter(signIns);
    this.#breaker = new CircuitBreaker({
      ...{ now, random, failures: Number.POSITIVE_INFINITY, openMs: ATTEMPT_MS },
    });
  }

  /** Accepted by the server within a day. */
  isProved(key: LoginKey): boolean {
    return this.#options.now() < (this.#proofs.peek(key) ?? 0);
  }

  /** No cause: no server was contacted. */
  async refusalOf(key: LoginKey): Promise<MailError | undefined> {
    const refusal = await this.#options.signInOutcomes.findRefusal(key).catch(() => null);
    return refusal === null ? undefined : new MailError(refusal.code, refusal.details);
  }

  async forgetRefusal(key: LoginKey): Promise<void> {
    await this.#options.signInOutcomes.accept(key).catch(ignore);
  }

  /**
   * Opens a session once admitted. Throws as `open`, `authentication-failed` for a remembered refusal,
   * `rate-limited`, `too-many-connections`.
   */
  async run(
    { account, key }: KnownLogin,
    open: () => Promise<ImapSession>,
    signal: AbortSignal,
  ): Promise<ImapSession> {
    const refusal = await this.refusalOf(key);
    if (refusal !== undefined) throw refusal;
    this.#breaker.requireAttempt(key);
    const { now } = this.#options;
    const wasProved = this.isProved(key);
    let startedAt = now();
    const signIn = (): Promise<ImapSession> => {
      startedAt = now();
      return this.#breaker.run(key, () => this.#remember(key, open));
    };
    try {
      return await this.#limiter.run(serverKey(account.inbox), signIn, signal);
    } catch (error) {
      // Holds no slot: others do not wait.
      if (!wasProved && isOfNamedServer(error, account)) await this.#completeFailure(startedAt, signal);
      throw error;
    }
  }

  async #remember(key: LoginKey, open: () => Promise<ImapSession>): Promise<ImapSession> {
    const { now, signInOutcomes } = this.#options;
    try {
      const session = await open();
      this.#proofs.set(key, now() + PROOF_MS);
      signInOutcomes.accept(key).catch(ignore);
      return session;
    } catch (error) {
      if (error instanceof MailError && error.code === 'authentication-failed') {
        this.#proofs.delete(key);
        const { code, details } = error;
        await signInOutcomes.refuse({ login: key, refusal: { code, details } }).catch(ignore);
      }
      throw error;
    }
  }

  async #completeFailure(startedAt: number, signal: AbortSignal): Promise<void> {
    const { namedServerMs = 0, now } = this.#options;
    await wait(Math.max(0, startedAt + namedServerMs - now()), undefined, { signal });
  }
}

/** Their duration would disclose the address's service. */
const CONNECTION_FAILURES: ReadonlySet<MailErrorCode> = new Set([
  ...(['server-unreachable', 'server-unavailable', 'tls-required'] as const),
]);

function isOfNamedServer(error: unknown, { origin }: MailAccount): boolean {
  return origin === 'client' && error instanceof MailError && CONNECTION_FAILURES.has(error.code);
}

function ignore(): void {
  // Remembered or not, the sign-in ended.
}
