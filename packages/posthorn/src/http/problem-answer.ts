/** A problem as it is told to a client. */
import type { Problem } from './problem.ts';

export interface ProblemAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: unknown;
}

/** Puts a problem into the words of one version of the API. */
export type ProblemPresenter = (problem: Problem) => ProblemAnswer;

/** A problem with a path that belongs to no version. */
export function presentPlainProblem({ status, code, title, detail }: Problem): ProblemAnswer {
  const body = { status, code, title, ...(detail !== undefined && { detail }) };
  return { status, contentType: 'application/json; charset=utf-8', body };
}
