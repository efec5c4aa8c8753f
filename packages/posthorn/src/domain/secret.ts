/** A password that does not print itself. */

/**
 * Holds one secret text. It shows as `[secret]` in JSON, in string concatenation and in
 * inspection, so that no log line and no error can carry it by accident.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The secret itself. Call it only where the secret goes on the wire or into a digest. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]';
  }
}
