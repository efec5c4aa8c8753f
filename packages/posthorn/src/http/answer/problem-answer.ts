import type { FastifyRequest } from 'fastify';
import type { Problem } from './problem.ts';

/** A problem as sent to clients. */
export interface ProblemAnswer {
  readonly status: number;
  readonly contentType: string;
  /** JSON, or a buffer as is. */
  readonly body: unknown;
  /** Request header that selects the media type. */
  readonly varyBy?: string;
}

/** Formats a problem for an API version. Without a request: refused by the HTTP parser. */
export type ProblemPresenter = (problem: Problem, request?: FastifyRequest) => ProblemAnswer;

/** Formats a problem outside the versions. */
export function presentPlainProblem({ status, code, title, detail }: Problem): ProblemAnswer {
  const body = { status, code, title, ...(detail !== undefined && { detail }) };
  return { status, contentType: 'application/json; charset=utf-8', body };
}
