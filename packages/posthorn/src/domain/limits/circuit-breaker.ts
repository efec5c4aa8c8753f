import type { LoginKey } from '../accounts/login-key.ts';
import { MailError, type MailErrorCode } from '../errors/mail-error.ts';
import type { ServerKey } from './limit-keys.ts';

/** Thresholds, clock and randomness. */
export interface CircuitBreakerOptions {
  readonly now: () => number;
  /** In a row. */
  readonly failures: number;
  readonly openMs: number;
  readonly detail?: string;
  /** At least 0, below 1. */
  readonly random?: () => number;
}

/** One failure may be chance. */
export const BREAKER_FAILURES = 5;
export const BREAKER_OPEN_MS = 15_000;

const MAX_KEYS = 10_000;
const UNREACHABLE: ReadonlySet<MailErrorCode> = new Set(['server-unreachable', 'server-timeout']);
/** For servers naming no time; doubled each time. */
const FIRST_PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 5 * 60_000;
/** Callers must not retry simultaneously. */
const JITTER = 0.25;

interface BreakerState {
  readonly failures: number;
  /** In a row. */
  readonly pauses: number;
  readonly openUntil: number;
  readonly request?: MailError;
}

const CLOSED: BreakerState = { failures: 0, pauses: 0, openUntil: 0 };

/** A server, or a login at one. */
export type BreakerKey = ServerKey | LoginKey;

/** Fails at once for servers that are unreachable or asked to slow down. */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  readonly #states = new Map<BreakerKey, BreakerState>();

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  get openCount(): number {
    const now = this.#options.now();
    return [...this.#states.values()].filter(({ openUntil }) => now < openUntil).length;
  }

  /** Throws `server-unavailable` while open, `rate-limited` if asked to slow down. */
  requireAttempt(key: BreakerKey): void {
    const { now, detail = 'The mail server could not be reached several times.' } = this.#options;
    const { openUntil, request } = this.#states.get(key) ?? CLOSED;
    const leftMs = openUntil - now();
    if (leftMs <= 0) return;
    const retryAfterSeconds = Math.ceil(leftMs / 1000);
    if (request) throw new MailError(request.code, { ...request.details, retryAfterSeconds });
    throw new MailError('server-unavailable', { detail, retryAfterSeconds });
  }

  /** Throws as the attempt and `requireAttempt`. */
  async run<Result>(key: BreakerKey, attempt: () => Promise<Result>): Promise<Result> {
    this.#beginAttempt(key);
    const { pauses } = this.#states.get(key) ?? CLOSED;
    try {
      const result = await attempt();
      this.#states.delete(key);
      return result;
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      if (error.code === 'rate-limited') this.#pause(key, { request: error, pauses });
      else if (UNREACHABLE.has(error.code)) this.#addFailure(key);
      // Other MailErrors are no evidence against the server.
      else this.#states.delete(key);
      throw error;
    }
  }

  #beginAttempt(key: BreakerKey): void {
    this.requireAttempt(key);
    const { now, openMs } = this.#options;
    const state = this.#states.get(key);
    if (state === undefined || state.openUntil === 0) return;
    // Others fail until this attempt has its result.
    this.#states.set(key, { ...state, openUntil: now() + openMs });
  }

  #addFailure(key: BreakerKey): void {
    const { now, failures: limit, openMs } = this.#options;
    const { failures, pauses } = this.#states.get(key) ?? CLOSED;
    const isOpen = failures + 1 >= limit;
    this.#set(key, { failures: failures + 1, pauses, openUntil: isOpen ? now() + openMs : 0 });
  }

  /** `pauses`: before the attempt. Attempts that are refused together make one pause, the longest. */
  #pause(key: BreakerKey, { request, pauses }: Pick<Required<BreakerState>, 'request' | 'pauses'>): void {
    const { now, random = Math.random } = this.#options;
    const { failures, pauses: made, openUntil: until } = this.#states.get(key) ?? CLOSED;
    const isSame = made > pauses && now() < until;
    const earlier = isSame ? made - 1 : made;
    const firstMs = (request.details.retryAfterSeconds ?? 0) * 1000 || FIRST_PAUSE_MS;
    const pauseMs = Math.max(firstMs, Math.min(firstMs * 2 ** earlier, MAX_PAUSE_MS));
    const openUntil = now() + pauseMs * (1 + JITTER * random());
    this.#set(key, {
      ...{ failures, pauses: earlier + 1, request },
      openUntil: isSame ? Math.max(until, openUntil) : openUntil,
    });
  }

  #set(key: BreakerKey, state: BreakerState): void {
    this.#states.delete(key);
    this.#states.set(key, state);
    const [oldest] = this.#states.keys();
    if (this.#states.size > MAX_KEYS && oldest !== undefined) this.#states.delete(oldest);
  }
}
