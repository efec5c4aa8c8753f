/** Leaves a mail server alone that cannot be reached, so that requests for it fail at once and hold no places meanwhile. */
import { MailError, type MailErrorCode } from './mail-error.ts';

/** What a breaker works with. */
export interface ServerBreakerOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** So many failures in a row open it. */
  readonly failures: number;
  /** How long it stays open; then one attempt is let through. */
  readonly openMs: number;
  /** What is told while it is open. */
  readonly detail?: string;
}

/** One failure may be chance. Clients repeat in seconds, and a server that is back should be found in seconds. */
export const BREAKER_FAILURES = 5;
export const BREAKER_OPEN_MS = 15_000;

const MAX_SERVERS = 10_000;
const UNREACHABLE: ReadonlySet<MailErrorCode> = new Set(['server-unreachable', 'server-timeout']);

interface ServerState {
  readonly failures: number;
  readonly openUntil: number;
}

/** Counts, for each server, the attempts in a row that did not reach it. */
export class ServerBreaker {
  readonly #options: ServerBreakerOptions;
  readonly #servers = new Map<string, ServerState>();

  constructor(options: ServerBreakerOptions) {
    this.#options = options;
  }

  /** How many servers are left alone at this moment. */
  get openCount(): number {
    const now = this.#options.now();
    return [...this.#servers.values()].filter(({ openUntil }) => now < openUntil).length;
  }

  /** Throws `server-unavailable` while the server is left alone. For those who would wait before their attempt. */
  requireAttempt(server: string): void {
    const { now, detail = 'The mail server could not be reached several times.' } = this.#options;
    const leftMs = (this.#servers.get(server)?.openUntil ?? 0) - now();
    if (leftMs <= 0) return;
    throw new MailError('server-unavailable', { detail, retryAfterSeconds: Math.ceil(leftMs / 1000) });
  }

  /** Runs the attempt to reach the server. Throws what it throws, or `server-unavailable` while the server is left alone. */
  async run<Result>(server: string, attempt: () => Promise<Result>): Promise<Result> {
    this.#beginAttempt(server);
    try {
      const result = await attempt();
      this.#servers.delete(server);
      return result;
    } catch (error) {
      if (isUnreachable(error)) this.#addFailure(server);
      // The server has answered in some way; or the request was aborted, which is no evidence against the server.
      else if (error instanceof MailError) this.#servers.delete(server);
      throw error;
    }
  }

  #beginAttempt(server: string): void {
    this.requireAttempt(server);
    const { now, openMs } = this.#options;
    const state = this.#servers.get(server);
    if (state === undefined || state.openUntil === 0) return;
    // This attempt goes through; others wait for what becomes of it.
    this.#servers.set(server, { ...state, openUntil: now() + openMs });
  }

  #addFailure(server: string): void {
    const { now, failures: limit, openMs } = this.#options;
    const failures = (this.#servers.get(server)?.failures ?? 0) + 1;
    this.#servers.delete(server);
    this.#servers.set(server, { failures, openUntil: failures >= limit ? now() + openMs : 0 });
    const [oldest] = this.#servers.keys();
    if (this.#servers.size > MAX_SERVERS && oldest !== undefined) this.#servers.delete(oldest);
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof MailError && UNREACHABLE.has(error.code);
}
