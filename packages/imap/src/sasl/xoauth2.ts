import type { TokenCredentials } from './credentials.ts';
import { type OAuthChallenge, parseOAuthChallenge } from './oauth-challenge.ts';
import type { SaslExchange } from './sasl-exchange.ts';
import { repeats } from './secret-text.ts';

const EMPTY = Buffer.alloc(0);

/**
 * XOAUTH2 (https://developers.google.com/workspace/gmail/imap/xoauth2-protocol). The user name ends at %x01,
 * unescaped.
 */
export class XOAuth2Exchange implements SaslExchange {
  readonly mechanism = 'XOAUTH2';
  readonly maxChallenges = 1;
  challenge: OAuthChallenge | null = null;
  readonly #token: string;
  readonly #message: Buffer;

  constructor({ user, token }: TokenCredentials) {
    this.#token = token;
    this.#message = Buffer.from(`user=${user}\x01auth=Bearer ${token}\x01\x01`);
  }

  begin(): Buffer {
    return this.#message;
  }

  /** An empty line answers the error challenge; NO follows. */
  answer(challenge: Buffer): Buffer {
    this.challenge = parseOAuthChallenge(challenge);
    return EMPTY;
  }

  finish(): void {}

  reveals(text: string): boolean {
    return repeats(text, { secret: this.#token, message: this.#message });
  }
}
