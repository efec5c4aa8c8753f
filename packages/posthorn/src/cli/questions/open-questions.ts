/** Finds out who answers the questions of a command. */
import { createDefaultAnswers } from './default-answers.ts';
import { createPipedQuestions } from './piped-questions.ts';
import type { Questions } from './questions.ts';
import { createTerminalQuestions } from './terminal-questions.ts';

/** The defaults with `--yes`, else the person at the terminal, else the lines of the standard input. */
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

/** True when questions can be asked in a terminal and be seen there. */
export function isTerminal(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}
