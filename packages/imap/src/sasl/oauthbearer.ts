import type { TokenCredentials } from './credentials.ts';
import { type OAuthChallenge, parseOAuthChallenge } from './oauth-challenge.ts';
import type { SaslExchange } from './sasl-exchange.ts';
import { escapeSaslName } from './sasl-name.ts';
import { repeats } from './secret-text.ts';

const SEPARATOR = '\x01';

/** OAUTHBEARER (RFC 7628). */
export class OAuthBearerExchange implements SaslExchange {
  readonly mechanism = 'OAUTHBEARER';
  readonly maxChallenges = 1;
  challenge: OAuthChallenge | null = null;
  readonly #token: string;
  readonly #message: Buffer;

  constructor({ user, token, host, port }: TokenCredentials) {
    this.#token = token;
    const fields = [`n,a=${escapeSaslName(user)},`];
    if (host !== undefined) fields.push(`host=${host}`);
    if (port !== undefined) fields.push(`port=${port}`);
    fields.push(`auth=Bearer ${token}`, SEPARATOR);
    this.#message = Buffer.from(fields.join(SEPARATOR));
  }

  begin(): Buffer {
    return this.#message;
  }

  /** %x01 answers the error challenge; NO follows (RFC 7628 §3.2.3). */
  answer(challenge: Buffer): Buffer {
    this.challenge = parseOAuthChallenge(challenge);
    return Buffer.from(SEPARATOR);
  }

  finish(): void {}

  reveals(text: string): boolean {
    return repeats(text, { secret: this.#token, message: this.#message });
  }
}
