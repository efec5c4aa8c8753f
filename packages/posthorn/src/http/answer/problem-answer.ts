import type { FastifyRequest } from 'fastify';
import type { Problem } from './problem.ts';

/** A problem as a client receives it. */
export interface ProblemAnswer {
  readonly status: number;
  readonly contentType: string;
  /** JSON, or a buffer as it is. */
  readonly body: unknown;
  /** Request header that determines the media type. */
  readonly varyBy?: string;
}

/** Formats a problem for one API version. Without a request, the HTTP parser refused it. */
export type ProblemPresenter = (problem: Problem, request?: FastifyRequest) => ProblemAnswer;

/** Formats a problem outside all versions. */
export function presentPlainProblem({ status, code, title, detail }: Problem): ProblemAnswer {
  const body = { status, code, title, ...(detail !== undefined && { detail }) };
  return { status, contentType: 'application/json; charset=utf-8', body };
}
