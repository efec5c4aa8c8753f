import type { OAuthChallenge } from './oauth-challenge.ts';

/** LOGIN is the command (RFC 9051 §6.2.3). */
export type PasswordMechanism = 'LOGIN' | 'PLAIN' | 'SCRAM-SHA-256';
/** For OAuth access tokens. */
export type TokenMechanism = 'OAUTHBEARER' | 'XOAUTH2';
export type SignInMechanism = PasswordMechanism | TokenMechanism;

/** One login (RFC 4422); the secret stays in private fields. */
export interface SaslExchange {
  readonly mechanism: Exclude<SignInMechanism, 'LOGIN'>;
  /** After the first message. */
  readonly maxChallenges: number;
  begin(): Buffer;
  /** Throws ProtocolViolation or BoundExceeded. */
  answer(challenge: Buffer): Buffer | Promise<Buffer>;
  /** Called after OK. Throws ProtocolViolation if incomplete. */
  finish(): void;
  /** The token error before the refusal. */
  readonly challenge: OAuthChallenge | null;
  /** True if the text repeats a secret. */
  reveals(text: string): boolean;
}
