/** What all SASL mechanisms have in common (RFC 4422), seen from the client. */
import type { OAuthChallenge } from './oauth-challenge.ts';

/** The mechanisms that a password may travel by, where LOGIN is the command of RFC 9051 §6.2.3. */
export type PasswordMechanism = 'LOGIN' | 'PLAIN' | 'SCRAM-SHA-256';
/** The mechanisms that an OAuth access token may travel by. */
export type TokenMechanism = 'OAUTHBEARER' | 'XOAUTH2';
/** All ways to sign in. */
export type SignInMechanism = PasswordMechanism | TokenMechanism;

/** One exchange of a mechanism. It serves one login, and keeps the secret in private fields. */
export interface SaslExchange {
  readonly mechanism: Exclude<SignInMechanism, 'LOGIN'>;
  /** Challenges that the mechanism answers after its first message. */
  readonly maxChallenges: number;
  /** The first message of the client; all mechanisms here begin with one. */
  begin(): Buffer;
  /** The answer to a challenge. Throws ProtocolViolation and BoundExceeded for one that must not be answered. */
  answer(challenge: Buffer): Buffer | Promise<Buffer>;
  /** Called after the server has returned OK. Throws ProtocolViolation where the mechanism is not complete. */
  finish(): void;
  /** The server's error about a token before the refusal. */
  readonly challenge: OAuthChallenge | null;
  /** True where the octets repeat a secret in a form that the exchange has sent. */
  reveals(text: string): boolean;
}
