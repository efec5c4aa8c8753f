/** Problems in the words of v0. */
import type { Problem, ProblemCode } from '../problem.ts';
import type { ProblemAnswer } from '../problem-answer.ts';

const CONTENT_TYPE = 'application/json; charset=utf-8';

/** One answer to all of these: it must not tell which accounts and users exist. */
const AUTHENTICATION_PROBLEMS: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'authentication-required',
  'authentication-failed',
  'mail-account-unknown',
]);

/**
 * The body carries `msg` and `status` for readers of the released API, and `title`, `detail` and `parameter`
 * for readers of problem objects (RFC 9457). No `WWW-Authenticate` goes with a 401: browsers would ask for a login.
 */
export function presentProblem(problem: Problem): ProblemAnswer {
  if (AUTHENTICATION_PROBLEMS.has(problem.code)) {
    return answer(401, { msg: 'Unauthorized.', status: 401 });
  }
  const { code, status, title, detail, parameter, debug } = problem;
  if (code === 'internal') return answer(status, { msg: title, status, ...debug });
  return answer(status, {
    msg: detail ?? title,
    status,
    code,
    title,
    ...(detail !== undefined && { detail }),
    ...(parameter !== undefined && { parameter }),
  });
}

function answer(status: number, body: object): ProblemAnswer {
  return { status, contentType: CONTENT_TYPE, body: { success: false, ...body } };
}
