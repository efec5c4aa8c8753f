/** The options of logins, and what the servers know of them. */
import { randomBytes } from 'node:crypto';
import type { Account } from './accounts/accounts.ts';
import type { Authenticator } from './accounts/authenticator.ts';
import { DEFAULT_LOGIN_REFUSALS, type LoginRefusals } from './accounts/login-refusal.ts';
import type { SaslContext, SaslMechanismName } from './sasl/mechanism.ts';

/** How logins work. The mechanisms of IMAP are capabilities: `AUTH=XOAUTH2` and the others. */
export interface LoginOptions {
  /** The mechanisms of SMTP. Left out: PLAIN and LOGIN. */
  readonly smtpMechanisms?: readonly SaslMechanismName[];
  /** Other answers to refused logins. */
  readonly refusals?: Partial<LoginRefusals>;
  /** How many IMAP sessions a user may have at a time. Left out: any number. */
  readonly maxSessionsPerUser?: number;
  /** An IMAP session that began with a token ends after so many milliseconds. Left out: never. */
  readonly tokenSessionMs?: number;
  /** The iterations that SCRAM asks for. Left out: 4096. */
  readonly scramIterations?: number;
}

/** The least that RFC 7677 §4 asks for. */
const SCRAM_ITERATIONS = 4096;

/** What both servers know of logins. */
export interface LoginPolicy {
  readonly authenticator: Authenticator;
  readonly smtpMechanisms: readonly SaslMechanismName[];
  readonly refusals: LoginRefusals;
  readonly tokenSessionMs: number | undefined;
  readonly sessions: SessionCount;
  /** What an exchange needs, for a client that is identified by `identify`. */
  readonly toContext: (identify: SaslContext['identify']) => SaslContext;
}

/** Counts the sessions of each user. */
export class SessionCount {
  readonly #max: number;
  readonly #byUser = new Map<Account, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts one more session; false when the user may not have it. */
  tryEnter(account: Account): boolean {
    const count = this.#byUser.get(account) ?? 0;
    if (count >= this.#max) return false;
    this.#byUser.set(account, count + 1);
    return true;
  }

  leave(account: Account): void {
    this.#byUser.set(account, (this.#byUser.get(account) ?? 1) - 1);
  }
}

/** The policy that the options ask for. */
export function createLoginPolicy(authenticator: Authenticator, options: LoginOptions): LoginPolicy {
  const { maxSessionsPerUser = Number.POSITIVE_INFINITY, scramIterations = SCRAM_ITERATIONS } = options;
  return {
    authenticator,
    smtpMechanisms: options.smtpMechanisms ?? ['PLAIN', 'LOGIN'],
    refusals: { ...DEFAULT_LOGIN_REFUSALS, ...options.refusals },
    tokenSessionMs: options.tokenSessionMs,
    sessions: new SessionCount(maxSessionsPerUser),
    toContext: (identify) => ({ authenticator, identify, scramIterations, randomOctets: randomBytes }),
  };
}
