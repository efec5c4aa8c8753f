/** Leaves a mail server alone that cannot be reached or asks to slow down, so that requests for it fail at once and hold no places meanwhile. */
import type { ServerKey } from './limit-keys.ts';
import type { LoginKey } from './login-key.ts';
import { MailError, type MailErrorCode } from './mail-error.ts';

/** What a breaker works with. */
export interface CircuitBreakerOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** So many failures in a row open it. */
  readonly failures: number;
  /** How long it stays open; then one attempt is let through. */
  readonly openMs: number;
  /** What is told while it is open. */
  readonly detail?: string;
  /** A number from 0 to below 1. */
  readonly random?: () => number;
}

/** One failure may be chance. Clients repeat in seconds, and a server that is back should be found in seconds. */
export const BREAKER_FAILURES = 5;
export const BREAKER_OPEN_MS = 15_000;

const MAX_KEYS = 10_000;
const UNREACHABLE: ReadonlySet<MailErrorCode> = new Set(['server-unreachable', 'server-timeout']);
/** The first pause of a server that asks to slow down and does not say how long; each further one is twice as long. */
const FIRST_PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 5 * 60_000;
/** Pauses are longer by up to this share, so that those who wait do not come back at the same moment. */
const JITTER = 0.25;

interface BreakerState {
  readonly failures: number;
  /** How often in a row the server has asked to slow down. */
  readonly pauses: number;
  readonly openUntil: number;
  /** The request to slow down, while it holds. */
  readonly request?: MailError;
}

const CLOSED: BreakerState = { failures: 0, pauses: 0, openUntil: 0 };

/** What is left alone: a server, or a login at one. */
export type BreakerKey = ServerKey | LoginKey;

/** Counts, for each key, the attempts in a row that failed. */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  readonly #states = new Map<BreakerKey, BreakerState>();

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  /** How many keys are left alone at this moment. */
  get openCount(): number {
    const now = this.#options.now();
    return [...this.#states.values()].filter(({ openUntil }) => now < openUntil).length;
  }

  /**
   * Throws `server-unavailable` while the key is left alone, or `rate-limited` where the server has asked to slow down. For those who would
   * wait before their attempt.
   */
  requireAttempt(key: BreakerKey): void {
    const { now, detail = 'The mail server could not be reached several times.' } = this.#options;
    const { openUntil, request } = this.#states.get(key) ?? CLOSED;
    const leftMs = openUntil - now();
    if (leftMs <= 0) return;
    const retryAfterSeconds = Math.ceil(leftMs / 1000);
    if (request) throw new MailError(request.code, { ...request.details, retryAfterSeconds });
    throw new MailError('server-unavailable', { detail, retryAfterSeconds });
  }

  /** Runs the attempt. Throws what it throws, or what `requireAttempt` throws. */
  async run<Result>(key: BreakerKey, attempt: () => Promise<Result>): Promise<Result> {
    this.#beginAttempt(key);
    try {
      const result = await attempt();
      this.#states.delete(key);
      return result;
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      if (error.code === 'rate-limited') this.#pause(key, error);
      else if (UNREACHABLE.has(error.code)) this.#addFailure(key);
      // The server has answered in some way; or the request was aborted, which is no evidence against the server.
      else this.#states.delete(key);
      throw error;
    }
  }

  #beginAttempt(key: BreakerKey): void {
    this.requireAttempt(key);
    const { now, openMs } = this.#options;
    const state = this.#states.get(key);
    if (state === undefined || state.openUntil === 0) return;
    // This attempt goes through; others wait for what becomes of it.
    this.#states.set(key, { ...state, openUntil: now() + openMs });
  }

  #addFailure(key: BreakerKey): void {
    const { now, failures: limit, openMs } = this.#options;
    const { failures, pauses } = this.#states.get(key) ?? CLOSED;
    const isOpen = failures + 1 >= limit;
    this.#set(key, { failures: failures + 1, pauses, openUntil: isOpen ? now() + openMs : 0 });
  }

  #pause(key: BreakerKey, request: MailError): void {
    const { now, random = Math.random } = this.#options;
    const { failures, pauses } = this.#states.get(key) ?? CLOSED;
    const firstMs = (request.details.retryAfterSeconds ?? 0) * 1000 || FIRST_PAUSE_MS;
    const pauseMs = Math.max(firstMs, Math.min(firstMs * 2 ** pauses, MAX_PAUSE_MS));
    const openUntil = now() + pauseMs * (1 + JITTER * random());
    this.#set(key, { failures, pauses: pauses + 1, openUntil, request });
  }

  #set(key: BreakerKey, state: BreakerState): void {
    this.#states.delete(key);
    this.#states.set(key, state);
    const [oldest] = this.#states.keys();
    if (this.#states.size > MAX_KEYS && oldest !== undefined) this.#states.delete(oldest);
  }
}
