/** Failures of sending, in the words of HTTP. */
import { MailError } from '../../domain/mail-error.ts';
import { problemOf, RequestProblems } from './problem.ts';

/**
 * The error as clients are told. The login of the request was proved; one that is refused now is that of the sending server, and 401
 * would end the session.
 */
export function asSendingProblem(error: unknown): unknown {
  if (!(error instanceof MailError) || error.code !== 'authentication-failed') return error;
  const { detail, tokenProblem } = error.details;
  // A client with a token is asked to get a new one.
  if (tokenProblem !== undefined) return error;
  return new RequestProblems([problemOf('message-rejected', { detail })], { cause: error });
}
