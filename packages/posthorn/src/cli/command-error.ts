export const EXIT_CODES = {
  failure: 1,
  /** Wrong call, configuration or answer. */
  usage: 2,
  /** 128 and the signal, as in shells. */
  interrupted: 130,
} as const satisfies Readonly<Record<string, number>>;

/** Ends the command with a message for the user. */
export class CommandError extends Error {
  readonly exitStatus: number;

  constructor(message: string, exitStatus: number) {
    super(message);
    this.name = 'CommandError';
    this.exitStatus = exitStatus;
  }
}

/** Error of a wrong call or answer. */
export function usageError(message: string): CommandError {
  return new CommandError(message, EXIT_CODES.usage);
}

/** Error of an unanswered question at the end of input. */
export function endOfInput({ message, flag }: { message: string; flag: string }): CommandError {
  return usageError(
    `The input ended before this was answered: ${message} (${flag} answers it). Nothing was changed.`,
  );
}
