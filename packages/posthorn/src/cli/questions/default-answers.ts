/** Answers every question with its default: `--yes`. */
import { usageError } from '../command-error.ts';
import type { Questions } from './questions.ts';

/** The defaults. A question without one is an error that names its flag. */
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
