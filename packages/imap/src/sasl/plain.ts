import { ProtocolViolation } from '../errors.ts';
import type { PasswordCredentials } from './credentials.ts';
import type { SaslExchange } from './sasl-exchange.ts';
import { repeats } from './secret-text.ts';

const NUL = '\0';

/** PLAIN (RFC 4616). */
export class PlainExchange implements SaslExchange {
  readonly mechanism = 'PLAIN';
  readonly maxChallenges = 0;
  readonly challenge = null;
  readonly #password: string;
  readonly #message: Buffer;

  constructor({ user, password }: PasswordCredentials) {
    this.#password = password;
    this.#message = Buffer.from(NUL + user + NUL + password);
  }

  begin(): Buffer {
    return this.#message;
  }

  answer(): Buffer {
    throw new ProtocolViolation('The server sent a challenge, which PLAIN does not have.');
  }

  finish(): void {}

  reveals(text: string): boolean {
    return repeats(text, { secret: this.#password, message: this.#message });
  }
}
