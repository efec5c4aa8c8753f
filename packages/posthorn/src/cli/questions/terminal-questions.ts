/** Asks a person at a terminal: choices by arrow keys or number, and wrong answers again. */
import { CommandError, EXIT_CODES, endOfInput } from '../command-error.ts';
import { complaintAbout, describeChoice, type Question, type Questions } from './questions.ts';

type Prompts = typeof import('@inquirer/prompts');

/** Questions at the terminal of the process. Ctrl-C ends it with exit code 130. */
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
            // Numbers show that typing one chooses it.
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

/** A text that is not shown while it is typed; may be empty. */
export function askSecret(question: Question): Promise<string> {
  return ask(question, ({ password }, context) => password({ message: `${question.message}:` }, context));
}

/** The prompts are loaded when the first question is asked: the server never needs them. */
async function ask<Answer>(
  question: Question,
  prompt: (prompts: Prompts, context: { signal: AbortSignal }) => Promise<Answer>,
): Promise<Answer> {
  const prompts = await import('@inquirer/prompts');
  const ended = new AbortController();
  // A prompt whose input ends (Ctrl-D, a terminal that is gone) never settles, and then nothing keeps the process.
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
