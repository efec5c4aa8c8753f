/** What a SASL mechanism is to the servers (RFC 4422): an exchange of challenges and responses that ends in an account. */
import type { Account } from '../accounts/accounts.ts';
import type { Authenticator } from '../accounts/authenticator.ts';

/** The mechanisms that the sandbox speaks. */
export type SaslMechanismName = 'PLAIN' | 'LOGIN' | 'XOAUTH2' | 'OAUTHBEARER' | 'SCRAM-SHA-256';

/** What an exchange needs of its server. */
export interface SaslContext {
  readonly authenticator: Authenticator;
  /** Called once, as soon as the client has named a user and before anything is checked. May throw. */
  readonly identify: (name: string) => Promise<void>;
  /** The iterations that SCRAM asks for. */
  readonly scramIterations: number;
  /** Random octets, for nonces and salts. */
  readonly randomOctets: (octets: number) => Buffer;
}

/**
 * One exchange after the client's first response: yields challenges, takes the responses to them, and returns the account
 * that is logged in. Throws LoginFailure when the login fails, and SaslSyntaxError for an invalid response.
 */
export type SaslExchange = AsyncGenerator<string, Account, string>;

/** A mechanism on the side of the server. Challenges and responses are text; base64 is the protocols' affair. */
export interface SaslMechanism {
  /** What the client is asked with when it sent no initial response. */
  readonly initialChallenge: string;
  readonly exchange: (context: SaslContext, response: string) => SaslExchange;
}

/** The response is malformed; the protocols answer BAD and 501. */
export class SaslSyntaxError extends Error {}

/** The client wants to act for another user than the one who logs in (RFC 4422 §3.4.1). */
export class SaslAuthorizationError extends Error {}
