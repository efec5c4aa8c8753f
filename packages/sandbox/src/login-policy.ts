import { randomBytes } from 'node:crypto';
import type { Account } from './accounts/accounts.ts';
import type { Authenticator } from './accounts/authenticator.ts';
import { DEFAULT_LOGIN_REFUSALS, type LoginRefusals } from './accounts/login-refusal.ts';
import type { SaslContext, SaslMechanismName } from './sasl/mechanism.ts';

/** IMAP mechanisms are capabilities: `AUTH=XOAUTH2`. */
export interface LoginOptions {
  /** PLAIN and LOGIN by default. */
  readonly smtpMechanisms?: readonly SaslMechanismName[];
  readonly refusals?: Partial<LoginRefusals>;
  /** Of IMAP; unlimited by default. */
  readonly maxSessionsPerUser?: number;
  /** Of IMAP; unlimited by default. */
  readonly tokenSessionMs?: number;
  /** 4096 by default. */
  readonly scramIterations?: number;
}

/** RFC 7677 §4. */
const SCRAM_ITERATIONS = 4096;

/** Login rules of both servers. */
export interface LoginPolicy {
  readonly authenticator: Authenticator;
  readonly smtpMechanisms: readonly SaslMechanismName[];
  readonly refusals: LoginRefusals;
  readonly tokenSessionMs: number | undefined;
  readonly sessions: SessionCount;
  readonly toContext: (identify: SaslContext['identify']) => SaslContext;
}

/** Counts sessions per user. */
export class SessionCount {
  readonly #max: number;
  readonly #byUser = new Map<Account, number>();

  constructor(max: number) {
    this.#max = max;
  }

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

/** The policy. */
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
