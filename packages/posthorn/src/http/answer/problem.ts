/** What went wrong with a request, in terms of HTTP but in no version's words. */
import { ERROR_CODES, type ErrorSource, type ErrorCode as SelectionErrorCode } from 'relfield';
import { MailError, type MailErrorCode, type TokenProblem } from '../../domain/mail-error.ts';
import type { RejectedRecipient } from '../../domain/rejected-recipient.ts';
import { ClientGone } from './client-gone.ts';

/** The failures of mail, of field selection, and of HTTP alone. */
export type ProblemCode =
  | MailErrorCode
  | SelectionErrorCode
  | 'malformed-request'
  | 'route-unknown'
  | 'method-not-allowed'
  | 'request-timeout'
  | 'payload-too-large'
  | 'uri-too-long'
  | 'unsupported-media-type'
  | 'range-not-satisfiable'
  | 'include-not-supported'
  | 'sort-not-supported'
  | 'page-size-exceeded'
  | 'range-pagination-not-supported'
  | 'invalid-value'
  | 'resource-mismatch'
  | 'client-id-not-supported'
  | 'relationship-not-changeable'
  | 'idempotency-key-reused'
  | 'link-expired'
  | 'link-unknown'
  | 'client-gone'
  | 'internal';

interface ProblemKind {
  readonly status: number;
  /** Fixed for each code; `detail` describes the case. */
  readonly title: string;
  /** When a repetition makes sense, where the failure itself does not say so. */
  readonly retryAfterSeconds?: number;
}

const KINDS = {
  ...ERROR_CODES,
  'authentication-required': { status: 401, title: 'Authentication required' },
  'authentication-failed': { status: 401, title: 'Authentication failed' },
  'access-denied': { status: 403, title: 'Access denied' },
  'token-not-supported': { status: 422, title: 'Token not supported' },
  'mail-account-unknown': { status: 404, title: 'Unknown mail account' },
  'mailbox-unknown': { status: 404, title: 'Unknown mail folder' },
  'mailbox-too-large': { status: 422, title: 'Mail folder too large' },
  'message-unknown': { status: 404, title: 'Unknown message' },
  'message-gone': { status: 410, title: 'Message gone' },
  'attachment-unknown': { status: 404, title: 'Unknown attachment' },
  'invalid-parameter': { status: 400, title: 'Invalid parameter' },
  'invalid-document': { status: 400, title: 'Invalid document' },
  conflict: { status: 409, title: 'Conflict' },
  'outdated-version': { status: 412, title: 'Outdated version' },
  'capability-missing': { status: 422, title: 'Not supported by the mail server' },
  'message-too-large': { status: 413, title: 'Message too large' },
  'message-rejected': { status: 422, title: 'Message rejected' },
  'submission-uncertain': { status: 502, title: 'Submission uncertain' },
  'quota-exceeded': { status: 507, title: 'Quota exceeded' },
  'rate-limited': { status: 429, title: 'Too many requests', retryAfterSeconds: 60 },
  'tls-required': { status: 502, title: 'Encryption required' },
  'server-unreachable': { status: 502, title: 'Mail server unreachable' },
  'server-unavailable': { status: 503, title: 'Mail server unavailable', retryAfterSeconds: 30 },
  'server-timeout': { status: 504, title: 'Mail server timed out' },
  'protocol-failure': { status: 502, title: 'Unexpected answer of the mail server' },
  'too-many-connections': { status: 503, title: 'Too many connections', retryAfterSeconds: 5 },
  'malformed-request': { status: 400, title: 'Malformed request' },
  'route-unknown': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'request-timeout': { status: 408, title: 'Request timeout' },
  'payload-too-large': { status: 413, title: 'Payload too large' },
  'uri-too-long': { status: 414, title: 'URI too long' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  'range-not-satisfiable': { status: 416, title: 'Range not satisfiable' },
  'include-not-supported': { status: 400, title: 'Include not supported' },
  'sort-not-supported': { status: 400, title: 'Sort not supported' },
  'page-size-exceeded': { status: 400, title: 'Page size exceeded' },
  'range-pagination-not-supported': { status: 400, title: 'Range pagination not supported' },
  'invalid-value': { status: 422, title: 'Invalid value' },
  'resource-mismatch': { status: 409, title: 'Resource does not fit the address' },
  'client-id-not-supported': { status: 403, title: 'Client-made id not supported' },
  'relationship-not-changeable': { status: 403, title: 'Relationship cannot be changed' },
  'idempotency-key-reused': { status: 422, title: 'Idempotency key reused' },
  'link-expired': { status: 403, title: 'Link expired' },
  'link-unknown': { status: 403, title: 'Unknown link' },
  'client-gone': { status: 499, title: 'Client closed request' },
  internal: { status: 500, title: 'Server Error' },
} as const satisfies Record<ProblemCode, ProblemKind>;

export interface Problem extends ProblemKind {
  readonly code: ProblemCode;
  /** This case in one sentence. */
  readonly detail?: string;
  /** The query parameter or header that caused it. */
  readonly parameter?: string;
  /** The member of the document that caused it, such as `attributes.to`. */
  readonly member?: string;
  /** The cause in the terms of JSON:API, where `parameter` cannot name it. */
  readonly source?: ErrorSource;
  /** A URI that identifies the kind of problem, where a specification has given it one. */
  readonly typeUri?: string;
  /** What a client can compute with, such as a limit. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** What is wrong with the token of the request; it becomes `WWW-Authenticate`. */
  readonly tokenProblem?: TokenProblem;
  /** What else the same step found wrong; all of it has the same status. */
  readonly others?: readonly Problem[];
  /** Class and stack frames of an unexpected error. Never its message, which may quote secrets. */
  readonly debug?: { readonly exception: string; readonly trace: readonly string[] };
}

/** A problem that HTTP itself meets. */
export function problemOf(code: ProblemCode, details: Omit<Partial<Problem>, 'code'> = {}): Problem {
  const { tokenProblem } = details;
  return { code, ...KINDS[code], ...details, ...(tokenProblem && { meta: { ...tokenProblem } }) };
}

/** A request that cannot be served, with all that one step found wrong with it. */
export class RequestProblems extends Error {
  readonly problems: readonly [Problem, ...Problem[]];

  constructor(problems: readonly [Problem, ...Problem[]], options?: { cause?: unknown }) {
    super(problems[0].detail ?? problems[0].title, options);
    this.name = 'RequestProblems';
    this.problems = problems;
  }
}

/** The problem that an error means; `internal` for all but MailErrors and what Fastify blames on the client. */
export function toProblem(error: unknown): Problem {
  if (error instanceof MailError) return mailProblem(error);
  if (error instanceof RequestProblems) return joinProblems(error.problems);
  if (error instanceof ClientGone) return problemOf('client-gone');
  const code = clientMistake(error);
  if (code !== undefined) return problemOf(code);
  const debug = error instanceof Error ? describe(error) : { exception: typeof error, trace: [] };
  return { ...problemOf('internal'), debug };
}

const MAX_NAMED_RECIPIENTS = 3;
/** A failure of servers whose detail advises the user. */
const EXPLAINED_FAILURE: ProblemCode = 'submission-uncertain';

/** The part of a problem that clients may see: of failures of servers only the title, with one exception. */
export function publicProblem({ debug, detail, ...problem }: Problem): Problem {
  const isTold = problem.status < 500 || problem.code === EXPLAINED_FAILURE;
  return detail !== undefined && isTold ? { ...problem, detail } : problem;
}

function joinProblems([first, ...others]: readonly [Problem, ...Problem[]]): Problem {
  return others.length === 0 ? first : { ...first, others };
}

function mailProblem({
  code,
  details: { reason: _reason, challenge: _challenge, rejected, ...details },
}: MailError): Problem {
  const { tokenProblem } = details;
  const problem = { code, ...KINDS[code], ...details, ...(tokenProblem && { meta: { ...tokenProblem } }) };
  return rejected === undefined ? problem : withRejected(problem, rejected);
}

/** The refused recipients: the first ones in the sentence, all of them for programs. */
function withRejected(problem: Problem, rejected: readonly RejectedRecipient[]): Problem {
  const named = rejected.slice(0, MAX_NAMED_RECIPIENTS).map(({ address }) => address);
  const more = rejected.length > named.length ? ' and others' : '';
  return {
    ...problem,
    detail: `${problem.detail} It refused ${named.join(', ')}${more}.`,
    meta: {
      ...problem.meta,
      rejected: rejected.map(({ address, replyCode, enhancedCode }) => ({
        address,
        code: replyCode,
        enhancedCode,
      })),
    },
  };
}

/** What an error of Fastify or its plugins, marked with a 4xx status, blames on the client. */
function clientMistake(error: unknown): ProblemCode | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  const { statusCode } = error;
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499) return undefined;
  if (statusCode === 413) return 'payload-too-large';
  if (statusCode === 414) return 'uri-too-long';
  return statusCode === 415 ? 'unsupported-media-type' : 'malformed-request';
}

function describe(error: Error): { readonly exception: string; readonly trace: readonly string[] } {
  const { name, message, stack = '' } = error;
  // The stack begins with the message, whose lines may look like frames.
  const end = stack.includes(message) ? stack.indexOf(message) + message.length : 0;
  const lines = stack.slice(end).split('\n');
  return {
    exception: name,
    trace: lines.map((line) => line.trim()).filter((line) => line.startsWith('at ')),
  };
}
