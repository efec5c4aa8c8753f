/** SASL LOGIN, an old mechanism that only SMTP servers still have: the server asks for the user and then for the password. */
import { InvalidArgument, ProtocolViolation, repeats } from 'posthorn-imap/sasl';

const QUESTIONS = 2;

/** One login by LOGIN. */
export class SaslLoginExchange {
  readonly maxChallenges = QUESTIONS;
  readonly challenge = null;
  readonly #password: string;
  readonly #answers: string[];

  constructor({ user, password }: { readonly user: string; readonly password: string }) {
    this.#password = password;
    this.#answers = [user, password];
  }

  /** The client does not begin. */
  begin(): null {
    return null;
  }

  /** The user, then the password. Servers word the questions in different ways. */
  answer(): Buffer {
    const answer = this.#answers.shift();
    if (answer === undefined) throw new ProtocolViolation('The server asked more than LOGIN has.');
    return Buffer.from(answer);
  }

  /** Throws ProtocolViolation when the server took the login before it was asked for. */
  finish(): void {
    if (this.#answers.length > 0) throw new ProtocolViolation('The server did not ask for the login.');
  }

  reveals(text: string): boolean {
    return repeats(text, { secret: this.#password, message: Buffer.from(this.#password) });
  }
}

/** Throws InvalidArgument for an empty password, which no server takes. */
export function requirePassword(password: string): void {
  if (password === '') throw new InvalidArgument('The password is empty.');
}
