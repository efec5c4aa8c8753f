import { MailError, type MailErrorCode } from '../../../domain/errors/mail-error.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';

/** Refused values. Other failures are of servers that could not be asked. */
const REFUSED: ReadonlySet<MailErrorCode> = new Set([
  'authentication-failed',
  'access-denied',
  'tls-required',
  'host-not-allowed',
  'token-not-supported',
  'capability-missing',
  'reauthentication-needed',
  'login-required',
]);
const UNPROCESSABLE = 422;

/** Awaits the work; refusals become 422 with code and pointer. */
export async function asAccountRefusal<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const { code, details } = error;
    const { member, detail } = details;
    if (member === undefined) throw error;
    const source = { pointer: `/data/${member.replaceAll('.', '/')}` };
    const status = REFUSED.has(code) ? { status: UNPROCESSABLE } : {};
    if (!REFUSED.has(code) && code !== 'conflict') throw error;
    throw new RequestProblems([problemOf(code, { ...status, detail, source })], { cause: error });
  }
}
