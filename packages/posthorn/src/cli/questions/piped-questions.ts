import { endOfInput, usageError } from '../command-error.ts';
import { createLineReader } from './line-reader.ts';
import {
  type ChoiceQuestion,
  complaintAbout,
  describeChoice,
  type Question,
  type Questions,
} from './questions.ts';

/** A pipe's input and output. */
export interface Pipe {
  readonly input: AsyncIterable<Uint8Array | string> & { destroy(): unknown };
  readonly print: (text: string) => void;
}

const YES_NO: ReadonlyMap<string, boolean> = new Map([
  ['y', true],
  ['yes', true],
  ['true', true],
  ['n', false],
  ['no', false],
  ['false', false],
]);

/** Reads one answer per line, empty for the default. Wrong ones end the command. */
export function createPipedQuestions({ input, print }: Pipe): Questions {
  const lines = createLineReader(input);

  async function ask(question: Question, prompt: string): Promise<string> {
    print(prompt);
    const line = await lines.next();
    print('\n');
    if (line === undefined) throw endOfInput(question);
    return line.trim();
  }

  return {
    async choose(question) {
      const answer = await ask(question, toMenu(question));
      if (answer === '') return question.defaultValue;
      return findChoice(question, answer);
    },
    async enter(question) {
      const text = await ask(question, `${question.message}: `);
      const reading = question.read(text);
      if ('value' in reading) return reading.value;
      throw usageError(complaintAbout(text, reading.expected));
    },
    async confirm(question) {
      const hint = question.isYesDefault ? 'Y/n' : 'y/N';
      const answer = await ask(question, `${question.message}? [${hint}] `);
      const value = answer === '' ? question.isYesDefault : YES_NO.get(answer.toLowerCase());
      if (value === undefined) throw usageError(complaintAbout(answer, 'yes or no'));
      return value;
    },
    // The other end may stay open.
    close: () => void input.destroy(),
  };
}

function toMenu({ message, choices, defaultValue }: ChoiceQuestion): string {
  const lines = choices.map((choice, index) => `  ${index + 1}) ${describeChoice(choice)}\n`);
  const position = choices.findIndex(({ value }) => value === defaultValue);
  return `${message}:\n${lines.join('')}[${position + 1}] `;
}

function findChoice({ choices }: ChoiceQuestion, answer: string): string {
  const chosen = choices.find(
    ({ label, value }, index) => answer === String(index + 1) || answer === label || answer === value,
  );
  if (chosen !== undefined) return chosen.value;
  const labels = choices.map(({ label }) => label).join(', ');
  throw usageError(complaintAbout(answer, `a number from 1 to ${choices.length}, or one of ${labels}`));
}
