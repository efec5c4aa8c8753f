import { MailError } from '../../domain/errors/mail-error.ts';
import { problemOf, RequestProblems } from './problem.ts';

/** Turns the sending server's login refusal into `message-rejected`: 401 would end the session. */
export function asSendingProblem(error: unknown): unknown {
  if (!(error instanceof MailError) || error.code !== 'authentication-failed') return error;
  const { detail, tokenProblem } = error.details;
  // The client must renew the token.
  if (tokenProblem !== undefined) return error;
  return new RequestProblems([problemOf('message-rejected', { detail })], { cause: error });
}
