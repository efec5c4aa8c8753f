import { failedServerOf } from '../../domain/accounts/failed-server.ts';
import { type FailedServer, MailError } from '../../domain/errors/mail-error.ts';
import type { ProblemCode } from '../answer/problem.ts';
import { LOGIN_HEADERS } from '../request/login/credentials.ts';
import { hideSecrets, type RequestHead } from './request-secrets.ts';

/** A failure's server and cause. */
export interface Failure {
  readonly server?: FailedServer;
  /** Innermost message, such as `certificate has expired`. */
  readonly cause?: string;
}

/** A refusal's reason for the log, without user data. */
export interface Refusal {
  readonly server?: FailedServer;
  /** In Posthorn's words, not the mail server's. */
  readonly reason?: string;
  /** Such as `AUTHENTICATIONFAILED` (RFC 5530) or 535 (RFC 4954). */
  readonly answer?: string;
  /** RFC 3463. */
  readonly enhancedCode?: string;
  /** The sending server's text, without addresses. */
  readonly text?: string;
}

const REFUSALS: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'authentication-failed',
  'mail-account-unknown',
  'access-denied',
  'capability-missing',
  'token-not-supported',
  'message-rejected',
  'quota-exceeded',
  'rate-limited',
]);
/** Other details may quote the client. */
const FIXED_SENTENCES: ReadonlySet<string> = new Set([
  'authentication-failed',
  'mail-account-unknown',
  'access-denied',
  'token-not-supported',
]);
const LOGIN_PARAMETERS: ReadonlySet<string> = new Set(LOGIN_HEADERS);
/** Safe for the log, unlike words. */
const RESPONSE_CODE = /^[A-Z0-9][A-Z0-9-]{1,39}$/;
/** Bounded: the search is linear. */
const ADDRESS = /<?[^\s<>]{1,320}@[^\s<>]{1,255}>?/g;
const MAX_TEXT_CHARACTERS = 300;
const MAX_REPLY_CHARACTERS = 4_000;
/** After the reply code (RFC 2034). */
const ENHANCED_CODE = /^[45]\d\d[ -]([45]\.\d{1,3}\.\d{1,3})(?=\s|$)/;
/** Chains may be circular. */
const MAX_CAUSES = 8;

/** True for refusals whose reason is logged. */
export function isRefusal(code: ProblemCode, error: unknown): boolean {
  return REFUSALS.has(code) || (error instanceof MailError && reasonOf(error) !== undefined);
}

/** The known parts of a refusal's reason. */
export function describeRefusal(error: unknown, request: RequestHead): Refusal {
  if (!(error instanceof MailError)) return {};
  const reason = reasonOf(error);
  const answer = answerOf(error);
  return {
    ...describeServer(error, request),
    ...(reason !== undefined && { reason }),
    ...(answer !== undefined && { answer }),
    ...describeReply(error, request),
  };
}

function reasonOf({ code, details: { reason, detail, parameter = '' } }: MailError): string | undefined {
  const isFixed = FIXED_SENTENCES.has(code) || LOGIN_PARAMETERS.has(parameter);
  return reason ?? (isFixed ? detail : undefined);
}

/** The failed mail server and the cause. */
export function describeFailure(error: unknown, request: RequestHead): Failure {
  const cause = innermostMessage(error);
  return {
    ...describeServer(error, request),
    ...(cause !== undefined && { cause: hideIn(cause, request).slice(0, MAX_TEXT_CHARACTERS) }),
  };
}

function describeServer(error: unknown, request: RequestHead): Pick<Failure, 'server'> {
  const server = failedServerOf(error);
  // May contain a misplaced secret.
  return server === undefined ? {} : { server: { ...server, host: hideIn(server.host, request) } };
}

/** Not for logins: the text may name the user. */
function describeReply(
  { code, cause }: MailError,
  request: RequestHead,
): Pick<Refusal, 'enhancedCode' | 'text'> {
  const reply = code === 'message-rejected' ? replyIn(cause) : undefined;
  if (reply === undefined) return {};
  const [, enhancedCode] = ENHANCED_CODE.exec(reply) ?? [];
  const text = hideIn(reply.slice(0, MAX_REPLY_CHARACTERS), request).replace(ADDRESS, '<address>');
  return { ...(enhancedCode && { enhancedCode }), text: text.slice(0, MAX_TEXT_CHARACTERS) };
}

function hideIn(text: string, request: RequestHead): string {
  return String(hideSecrets(text, request));
}

function innermostMessage(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth += 1) {
    if (!(current.cause instanceof Error)) return current === error ? undefined : current.message;
    current = current.cause;
  }
  return undefined;
}

function answerOf({ details, cause }: MailError): string | undefined {
  const answer = details.responseCode ?? replyIn(cause)?.slice(0, 3);
  return answer !== undefined && RESPONSE_CODE.test(answer) ? answer : undefined;
}

function replyIn(cause: unknown): string | undefined {
  const { response, rejectedErrors } = (cause ?? {}) as {
    readonly response?: unknown;
    readonly rejectedErrors?: readonly unknown[];
  };
  const [first] = rejectedErrors ?? [];
  if (first !== undefined) return replyIn(first);
  return typeof response === 'string' ? response : undefined;
}
