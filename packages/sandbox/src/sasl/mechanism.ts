import type { Account } from '../accounts/accounts.ts';
import type { Authenticator } from '../accounts/authenticator.ts';

export type SaslMechanismName = 'PLAIN' | 'LOGIN' | 'XOAUTH2' | 'OAUTHBEARER' | 'SCRAM-SHA-256';

/** An exchange's server side. */
export interface SaslContext {
  readonly authenticator: Authenticator;
  /** Called with the named user, before any check. May throw. */
  readonly identify: (name: string) => Promise<void>;
  readonly scramIterations: number;
  readonly randomOctets: (octets: number) => Buffer;
}

/** Yields challenges, takes responses, returns the account. Throws LoginFailure, SaslSyntaxError. */
export type SaslExchange = AsyncGenerator<string, Account, string>;

/** RFC 4422. Protocols apply base64. */
export interface SaslMechanism {
  /** For clients without an initial response. */
  readonly initialChallenge: string;
  readonly exchange: (context: SaslContext, response: string) => SaslExchange;
}

/** A malformed response: BAD or 501. */
export class SaslSyntaxError extends Error {}

/** The client acts for another user (RFC 4422 §3.4.1). */
export class SaslAuthorizationError extends Error {}
