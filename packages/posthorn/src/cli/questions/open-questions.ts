import { createDefaultAnswers } from './default-answers.ts';
import { createPipedQuestions } from './piped-questions.ts';
import type { Questions } from './questions.ts';
import { createTerminalQuestions } from './terminal-questions.ts';

/** Selects defaults, terminal or standard input. */
export function openQuestions({ isYes }: { isYes: boolean }): Questions {
  if (isYes) return createDefaultAnswers();
  if (isTerminal()) return createTerminalQuestions();
  return createPipedQuestions({
    input: process.stdin,
    print: (text) => {
      process.stdout.write(text);
    },
  });
}

/** True if input and output are a terminal. */
export function isTerminal(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}
