/** Failures of a command that end it with a code of their own. */

/** Exit codes of the command line. */
export const EXIT_CODES = {
  /** The command could not do its work, or found problems. */
  failure: 1,
  /** It was called or configured wrongly, or an answer was wrong or missing. */
  usage: 2,
  /** Ctrl-C, as shells number it: 128 and the signal. */
  interrupted: 130,
} as const satisfies Readonly<Record<string, number>>;

/** Ends the command. The message is for the person at the terminal. */
export class CommandError extends Error {
  readonly exitStatus: number;

  constructor(message: string, exitStatus: number) {
    super(message);
    this.name = 'CommandError';
    this.exitStatus = exitStatus;
  }
}

/** The command was called wrongly, or got a wrong answer. */
export function usageError(message: string): CommandError {
  return new CommandError(message, EXIT_CODES.usage);
}

/** The input ended, and this question was not answered. */
export function endOfInput({ message, flag }: { message: string; flag: string }): CommandError {
  return usageError(
    `The input ended before this was answered: ${message} (${flag} answers it). Nothing was changed.`,
  );
}
