/** A problem as a client receives it. */
import type { FastifyRequest } from 'fastify';
import type { Problem } from './problem.ts';

export interface ProblemAnswer {
  readonly status: number;
  readonly contentType: string;
  /** A value to be sent as JSON; a buffer is sent as it is, and the content type with it. */
  readonly body: unknown;
  /** The request header that decides the media type of the problem. */
  readonly varyBy?: string;
}

/**
 * Puts a problem into the words of one version of the API. The request is missing where the HTTP parser refused
 * it.
 */
export type ProblemPresenter = (problem: Problem, request?: FastifyRequest) => ProblemAnswer;

/** A problem with a path that belongs to no version. */
export function presentPlainProblem({ status, code, title, detail }: Problem): ProblemAnswer {
  const body = { status, code, title, ...(detail !== undefined && { detail }) };
  return { status, contentType: 'application/json; charset=utf-8', body };
}
