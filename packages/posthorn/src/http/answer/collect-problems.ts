import { MailError } from '../../domain/errors/mail-error.ts';
import { type Problem, RequestProblems, toProblem } from './problem.ts';

type Readers = Readonly<Record<string, () => unknown>>;
type Values<Parts extends Readers> = { readonly [Name in keyof Parts]: ReturnType<Parts[Name]> };

/** The values of all readers. Throws RequestProblems with all problems; other errors at once. */
export function collectProblems<Parts extends Readers>(parts: Parts): Values<Parts> {
  const values: [string, unknown][] = [];
  const problems: Problem[] = [];
  for (const [name, read] of Object.entries(parts)) {
    try {
      values.push([name, read()]);
    } catch (error) {
      problems.push(...problemsOf(error));
    }
  }
  const [first, ...others] = problems;
  if (first !== undefined) throw new RequestProblems([first, ...others]);
  return Object.fromEntries(values) as Values<Parts>;
}

function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof RequestProblems) return error.problems;
  if (error instanceof MailError) return [toProblem(error)];
  throw error;
}
