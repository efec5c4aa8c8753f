import { InvalidArgument, ProtocolViolation, repeats } from 'posthorn-imap/sasl';

const QUESTIONS = 2;

/** LOGIN, only of SMTP servers: user, then password. */
export class SaslLoginExchange {
  readonly maxChallenges = QUESTIONS;
  readonly challenge = null;
  readonly #password: string;
  readonly #answers: string[];

  constructor({ user, password }: { readonly user: string; readonly password: string }) {
    this.#password = password;
    this.#answers = [user, password];
  }

  begin(): null {
    return null;
  }

  /** In this order, whatever the challenges. */
  answer(): Buffer {
    const answer = this.#answers.shift();
    if (answer === undefined) throw new ProtocolViolation('The server asked more than LOGIN has.');
    return Buffer.from(answer);
  }

  /** Throws ProtocolViolation for early acceptance. */
  finish(): void {
    if (this.#answers.length > 0) throw new ProtocolViolation('The server did not ask for the login.');
  }

  reveals(text: string): boolean {
    return repeats(text, { secret: this.#password, message: Buffer.from(this.#password) });
  }
}

/** No server accepts an empty one. Throws InvalidArgument. */
export function requirePassword(password: string): void {
  if (password === '') throw new InvalidArgument('The password is empty.');
}
