import { usageError } from '../command-error.ts';
import type { Questions } from './questions.ts';

/** Answers every question with its default; throws an error with the flag where there is none. */
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
