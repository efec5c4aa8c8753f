/** As for `posthorn`. */
export const EXIT_CODES = {
  failure: 1,
  usage: 2,
} as const satisfies Readonly<Record<string, number>>;

/** Ends the program. The message names cause and files created so far. */
export class CreationError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT_CODES.failure) {
    super(message);
    this.name = 'CreationError';
    this.exitCode = exitCode;
  }
}
