/** Why a request failed or was refused, for the log: what helps an operator, and nothing of the user. */
import { failedServerOf } from '../../domain/failed-server.ts';
import { type FailedServer, MailError } from '../../domain/mail-error.ts';
import type { ProblemCode } from '../answer/problem.ts';
import { LOGIN_HEADERS } from '../request/login/credentials.ts';
import { hideSecrets, type RequestHead } from './request-secrets.ts';

/** Where it failed. */
export interface Failure {
  readonly server?: FailedServer;
  /** The message of the innermost cause, such as `certificate has expired`. */
  readonly cause?: string;
}

export interface Refusal {
  readonly server?: FailedServer;
  /** Worded by Posthorn, not by a mail server. */
  readonly reason?: string;
  /** The response code of the mail server, such as `AUTHENTICATIONFAILED` (RFC 5530) or 535 (RFC 4954). */
  readonly answer?: string;
  /** The enhanced code of a sending server (RFC 3463). */
  readonly enhancedCode?: string;
  /** What a sending server says of a message that it refuses, without addresses. */
  readonly text?: string;
}

/** Refusals that come from mail servers, or from what is configured of them. */
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
/** Sentences of these are fixed; others may name what a client has sent. */
const FIXED_SENTENCES: ReadonlySet<string> = new Set([
  'authentication-failed',
  'mail-account-unknown',
  'access-denied',
  'token-not-supported',
]);
const LOGIN_PARAMETERS: ReadonlySet<string> = new Set(LOGIN_HEADERS);
/** Words of a server could be anything; its codes are not. */
const RESPONSE_CODE = /^[A-Z0-9][A-Z0-9-]{1,39}$/;
/** An address with the angle brackets around it; the bound keeps the search linear. */
const ADDRESS = /<?[^\s<>]{1,320}@[^\s<>]{1,255}>?/g;
const MAX_TEXT_CHARACTERS = 300;
/** Far more than a line of SMTP. */
const MAX_REPLY_CHARACTERS = 4_000;
/** After the reply code (RFC 2034). */
const ENHANCED_CODE = /^[45]\d\d[ -]([45]\.\d{1,3}\.\d{1,3})(?=\s|$)/;
/** Longer chains of causes repeat themselves, or are a circle. */
const MAX_CAUSES = 8;

/** True for problems whose reason belongs into the log although they are no failures of this program. */
export function isRefusal(code: ProblemCode, error: unknown): boolean {
  return REFUSALS.has(code) || (error instanceof MailError && reasonOf(error) !== undefined);
}

/** The reason as far as it is known. */
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

/** A sentence about the headers of a login is fixed, too, where it has no other for the log. */
function reasonOf({ code, details: { reason, detail, parameter = '' } }: MailError): string | undefined {
  const isFixed = FIXED_SENTENCES.has(code) || LOGIN_PARAMETERS.has(parameter);
  return reason ?? (isFixed ? detail : undefined);
}

/** The mail server that has failed, and how. */
export function describeFailure(error: unknown, request: RequestHead): Failure {
  const cause = innermostMessage(error);
  return {
    ...describeServer(error, request),
    ...(cause !== undefined && { cause: hideIn(cause, request).slice(0, MAX_TEXT_CHARACTERS) }),
  };
}

function describeServer(error: unknown, request: RequestHead): Pick<Failure, 'server'> {
  const server = failedServerOf(error);
  // A client may have put a secret where its host belongs.
  return server === undefined ? {} : { server: { ...server, host: hideIn(server.host, request) } };
}

/** A login is refused in other words: those of a server may name the user. */
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
  const answer = details.answer ?? replyIn(cause)?.slice(0, 3);
  return answer !== undefined && RESPONSE_CODE.test(answer) ? answer : undefined;
}

/** The error of nodemailer has the reply of the SMTP server, or the errors of the recipients that were refused. */
function replyIn(cause: unknown): string | undefined {
  const { response, rejectedErrors } = (cause ?? {}) as {
    readonly response?: unknown;
    readonly rejectedErrors?: readonly unknown[];
  };
  const [first] = rejectedErrors ?? [];
  if (first !== undefined) return replyIn(first);
  return typeof response === 'string' ? response : undefined;
}
