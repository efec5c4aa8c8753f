import { CommandError, EXIT_CODES, endOfInput } from '../command-error.ts';
import { complaintAbout, describeChoice, type Question, type Questions } from './questions.ts';

type Prompts = typeof import('@inquirer/prompts');

/** Asks at the terminal, again after wrong answers. Ctrl-C: exit code 130. */
export function createTerminalQuestions(): Questions {
  return {
    choose: (question) =>
      ask(question, ({ select }, context) =>
        select(
          {
            message: `${question.message}:`,
            choices: question.choices.map((choice) => ({
              value: choice.value,
              name: describeChoice(choice),
            })),
            default: question.defaultValue,
            // Shows that typing a number selects.
            theme: { indexMode: 'number' },
          },
          context,
        ),
      ),

    async enter(question) {
      const validate = (text: string) => {
        const reading = question.read(text);
        return 'value' in reading || complaintAbout(text, reading.expected);
      };
      const text = await ask(question, ({ input }, context) =>
        input({ message: `${question.message}:`, validate }, context),
      );
      const reading = question.read(text);
      return 'value' in reading ? reading.value : text;
    },

    confirm: (question) =>
      ask(question, ({ confirm }, context) =>
        confirm({ message: `${question.message}?`, default: question.isYesDefault }, context),
      ),

    close: () => undefined,
  };
}

/** Reads a hidden, possibly empty text. */
export function askSecret(question: Question): Promise<string> {
  return ask(question, ({ password }, context) => password({ message: `${question.message}:` }, context));
}

/** Loads the prompts on demand: the server never needs them. */
async function ask<Answer>(
  question: Question,
  prompt: (prompts: Prompts, context: { signal: AbortSignal }) => Promise<Answer>,
): Promise<Answer> {
  const prompts = await import('@inquirer/prompts');
  const ended = new AbortController();
  // Without input, prompts never settle, and the process would exit silently.
  const end = () => ended.abort();
  process.once('beforeExit', end);
  try {
    return await prompt(prompts, { signal: ended.signal });
  } catch (error) {
    if (ended.signal.aborted) throw endOfInput(question);
    if (error instanceof Error && error.name === 'ExitPromptError') throw interrupted();
    throw error;
  } finally {
    process.off('beforeExit', end);
  }
}

function interrupted(): CommandError {
  return new CommandError('Interrupted. Nothing was changed.', EXIT_CODES.interrupted);
}
