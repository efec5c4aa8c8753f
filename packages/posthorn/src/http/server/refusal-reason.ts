/** Why a request was refused, for the log: what helps an operator, and nothing of the user. */
import { MailError } from '../../domain/mail-error.ts';
import type { ProblemCode } from '../answer/problem.ts';

export interface Refusal {
  /** Worded by Posthorn, not by a mail server. */
  readonly reason?: string;
  /** The response code of the mail server, such as `AUTHENTICATIONFAILED` (RFC 5530) or 535 (RFC 4954). */
  readonly answer?: string;
}

/** Refusals that come from mail servers, or from what is configured of them. */
const REFUSALS: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'authentication-failed',
  'access-denied',
  'capability-missing',
  'token-not-supported',
  'message-rejected',
  'quota-exceeded',
  'rate-limited',
]);
/** Sentences of these are fixed; others may name what a client has sent. */
const FIXED_SENTENCES: ReadonlySet<string> = new Set([
  'authentication-failed',
  'access-denied',
  'token-not-supported',
]);
/** Words of a server could be anything; its codes are not. */
const RESPONSE_CODE = /^[A-Z0-9][A-Z0-9-]{1,39}$/;

/** True for problems whose reason belongs into the log although they are no failures of this program. */
export function isRefusal(code: ProblemCode): boolean {
  return REFUSALS.has(code);
}

/** The reason as far as it is known. */
export function describeRefusal(error: unknown): Refusal {
  if (!(error instanceof MailError)) return {};
  const { reason = FIXED_SENTENCES.has(error.code) ? error.details.detail : undefined } = error.details;
  const answer = answerOf(error);
  return { ...(reason !== undefined && { reason }), ...(answer !== undefined && { answer }) };
}

function answerOf({ details, cause }: MailError): string | undefined {
  const answer = details.answer ?? replyCodeIn(cause);
  return answer !== undefined && RESPONSE_CODE.test(answer) ? answer : undefined;
}

/** The error of nodemailer has the reply code of the SMTP server. */
function replyCodeIn(cause: unknown): string | undefined {
  const hasCode = typeof cause === 'object' && cause !== null && 'responseCode' in cause;
  return hasCode ? String(cause.responseCode) : undefined;
}
