/** Failures that end the program with a message for the person at the terminal. */

/** Exit codes, the same as those of `posthorn`. */
export const EXIT_CODES = {
  /** The installation could not be created. */
  failure: 1,
  /** The arguments are wrong. */
  usage: 2,
} as const satisfies Readonly<Record<string, number>>;

/** Ends the program. The message says what happened, and what has been made until then. */
export class CreationError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT_CODES.failure) {
    super(message);
    this.name = 'CreationError';
    this.exitCode = exitCode;
  }
}
