import { ERROR_CODES, type ErrorSource, type ErrorCode as SelectionErrorCode } from 'relfield';
import { MailError, type MailErrorCode, type TokenProblem } from '../../domain/errors/mail-error.ts';
import type { RejectedRecipient } from '../../domain/errors/rejected-recipient.ts';
import { ClientGone } from './client-gone.ts';

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
  | 'search-incomplete'
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
  /** Fixed per code. */
  readonly title: string;
  /** Default. */
  readonly retryAfterSeconds?: number;
}

const KINDS = {
  ...ERROR_CODES,
  'authentication-required': { status: 401, title: 'Authentication required' },
  'authentication-failed': { status: 401, title: 'Authentication failed' },
  'access-denied': { status: 403, title: 'Access denied' },
  'scope-missing': { status: 403, title: 'Scope missing' },
  'token-not-supported': { status: 422, title: 'Token not supported' },
  'mail-account-unknown': { status: 404, title: 'Unknown mail account' },
  'reauthentication-needed': { status: 409, title: 'Reauthentication needed' },
  disabled: { status: 409, title: 'Account disabled' },
  'login-required': { status: 422, title: 'Login required' },
  'host-not-allowed': { status: 422, title: 'Host not allowed' },
  'api-key-unknown': { status: 404, title: 'Unknown API key' },
  'connect-session-unknown': { status: 404, title: 'Unknown connect session' },
  'webhook-unknown': { status: 404, title: 'Unknown webhook' },
  'webhook-delivery-unknown': { status: 404, title: 'Unknown delivery' },
  'events-gone': { status: 410, title: 'Events gone' },
  'mailbox-unknown': { status: 404, title: 'Unknown mail folder' },
  'mailbox-too-large': { status: 422, title: 'Mail folder too large' },
  'message-unknown': { status: 404, title: 'Unknown message' },
  'message-gone': { status: 410, title: 'Message gone' },
  'attachment-unknown': { status: 404, title: 'Unknown attachment' },
  'invalid-parameter': { status: 400, title: 'Invalid parameter' },
  'state-invalid': { status: 400, title: 'Invalid state' },
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
  'secret-unreadable': { status: 503, title: 'Secret unreadable', retryAfterSeconds: 60 },
  'store-unavailable': { status: 503, title: 'Store unavailable', retryAfterSeconds: 5 },
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
  'search-incomplete': { status: 504, title: 'Search incomplete' },
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

/** One occurrence of a problem, for clients and log. */
export interface Problem extends ProblemKind {
  readonly code: ProblemCode;
  /** One sentence. */
  readonly detail?: string;
  /** Query parameter or header. */
  readonly parameter?: string;
  /** Such as `attributes.to`. */
  readonly member?: string;
  /** JSON:API source, without `parameter`. */
  readonly source?: ErrorSource;
  /** A specified problem type. */
  readonly typeUri?: string;
  /** Machine-readable details, such as a limit. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Becomes `WWW-Authenticate`. */
  readonly tokenProblem?: TokenProblem;
  /** Problems of the same step. */
  readonly others?: readonly Problem[];
  /** Without the message, which may contain secrets. */
  readonly debug?: { readonly exception: string; readonly trace: readonly string[] };
}

/** Creates a problem. */
export function problemOf(code: ProblemCode, details: Omit<Partial<Problem>, 'code'> = {}): Problem {
  const { tokenProblem } = details;
  return { code, ...KINDS[code], ...details, ...(tokenProblem && { meta: { ...tokenProblem } }) };
}

/** All problems of one step. */
export class RequestProblems extends Error {
  readonly problems: readonly [Problem, ...Problem[]];

  constructor(problems: readonly [Problem, ...Problem[]], options?: { cause?: unknown }) {
    super(problems[0].detail ?? problems[0].title, options);
    this.name = 'RequestProblems';
    this.problems = problems;
  }
}

/** Converts an error; `internal` unless a MailError, RequestProblems, ClientGone or Fastify client error. */
export function toProblem(error: unknown): Problem {
  if (error instanceof MailError) return mailProblem(error);
  if (error instanceof RequestProblems) return joinProblems(error.problems);
  if (error instanceof ClientGone) return problemOf('client-gone');
  const mistake = clientMistake(error);
  if (mistake !== undefined) return mistake;
  const debug = error instanceof Error ? describe(error) : { exception: typeof error, trace: [] };
  return { ...problemOf('internal'), debug };
}

const MAX_NAMED_RECIPIENTS = 3;
/** Its detail advises the user. */
const EXPLAINED_FAILURE: ProblemCode = 'submission-uncertain';

/** The part for clients: server failures have no detail, with one exception. */
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

/** First recipients in the sentence, all in `meta`. */
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

function clientMistake(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  const { statusCode } = error;
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499) return undefined;
  if (statusCode === 413) {
    return problemOf('payload-too-large', { detail: 'The body is larger than this address takes.' });
  }
  if (statusCode === 414) {
    return problemOf('uri-too-long', { detail: 'A part of the path is longer than any name or id.' });
  }
  return problemOf(statusCode === 415 ? 'unsupported-media-type' : 'malformed-request');
}

function describe(error: Error): { readonly exception: string; readonly trace: readonly string[] } {
  const { name, message, stack = '' } = error;
  // Message lines may look like frames.
  const end = stack.includes(message) ? stack.indexOf(message) + message.length : 0;
  const lines = stack.slice(end).split('\n');
  return {
    exception: name,
    trace: lines.map((line) => line.trim()).filter((line) => line.startsWith('at ')),
  };
}
