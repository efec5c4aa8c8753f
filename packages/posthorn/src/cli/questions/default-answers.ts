import { usageError } from '../command-error.ts';
import type { Questions } from './questions.ts';

/** Answers questions with their defaults; without one, throws an error naming the flag. */
export function createDefaultAnswers(): Questions {
  return {
    choose: async ({ defaultValue }) => defaultValue,
    confirm: async ({ isYesDefault }) => isYesDefault,
    async enter({ message, flag }) {
      throw usageError(`${message}: there is no default. Use ${flag}.`);
    },
    close: () => undefined,
  };
}
