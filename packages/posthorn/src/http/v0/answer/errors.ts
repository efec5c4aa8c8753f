import type { FastifyRequest } from 'fastify';
import type { Problem, ProblemCode } from '../../answer/problem.ts';
import type { ProblemAnswer } from '../../answer/problem-answer.ts';
import { failureTextOf } from './failure-text.ts';

const CONTENT_TYPE = 'application/json; charset=utf-8';

/** Bounds the listed problems. */
const MAX_ERRORS = 20;

/** One answer, which hides whether accounts and users exist. */
const AUTHENTICATION_PROBLEMS: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'authentication-required',
  'authentication-failed',
  'mail-account-unknown',
]);

/**
 * Presents `msg` and `status` for released clients, the first problem's `title`, `detail` and `parameter`
 * (RFC 9457), and all in `errors`. `tellFailureAs` may override `msg`.
 */
export function presentProblem(problem: Problem, request?: FastifyRequest): ProblemAnswer {
  if (AUTHENTICATION_PROBLEMS.has(problem.code)) {
    return answer(401, { msg: 'Unauthorized.', status: 401 });
  }
  const { code, status, title, detail, debug, others = [] } = problem;
  const text = failureTextOf(request);
  if (code === 'internal') return answer(status, { msg: text ?? title, status, ...debug });
  const parameter = parameterOf(problem);
  return answer(status, {
    msg: text ?? detail ?? title,
    status,
    code,
    title,
    ...(detail !== undefined && { detail }),
    ...(parameter !== undefined && { parameter }),
    ...(others.length > 0 && { errors: [problem, ...others].slice(0, MAX_ERRORS).map(toError) }),
  });
}

function toError(problem: Problem): object {
  const { code, title, detail } = problem;
  const parameter = parameterOf(problem);
  return {
    code,
    title,
    ...(detail !== undefined && { detail }),
    ...(parameter !== undefined && { parameter }),
  };
}

function parameterOf({ parameter, member }: Problem): string | undefined {
  return parameter ?? (member === undefined ? undefined : `data.${member}`);
}

function answer(status: number, body: object): ProblemAnswer {
  return { status, contentType: CONTENT_TYPE, body: { success: false, ...body } };
}
