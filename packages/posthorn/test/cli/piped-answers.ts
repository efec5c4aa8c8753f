/** Questions that are answered by the lines of a pipe, and what they print. */
import { Readable } from 'node:stream';
import { createPipedQuestions } from '../../src/cli/questions/piped-questions.ts';
import type { Questions } from '../../src/cli/questions/questions.ts';

export interface PipedAnswers extends Questions {
  /** Everything that was printed so far. */
  readonly printed: () => string;
}

/** The lines in their order, and then the end. */
export function answerWith(...lines: readonly string[]): PipedAnswers {
  let printed = '';
  const questions = createPipedQuestions({
    input: Readable.from(lines.map((line) => `${line}\n`)),
    print: (text) => {
      printed += text;
    },
  });
  return { ...questions, printed: () => printed };
}
