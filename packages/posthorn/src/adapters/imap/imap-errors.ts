/** Translates failures of imapflow and answers of IMAP servers (RFC 5530) into MailError, once, at this border. */
import { MailError, type MailErrorCode } from '../../domain/mail-error.ts';
import { serverUnreachable } from '../../domain/server-unreachable.ts';

/** What imapflow puts on its errors; all of it may be missing. */
interface ImapFailure {
  readonly code?: string;
  readonly responseStatus?: string;
  readonly responseText?: string;
  readonly serverResponseCode?: string;
  readonly authenticationFailed?: boolean;
  readonly tlsFailed?: boolean;
  /** The text of a BYE, where `code` is ClosedAfterConnect; errors of TLS have a `reason` too. */
  readonly reason?: string;
  readonly throttleReset?: number;
}

/** A connection that ended under a command. A read may be tried once more on a fresh one. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('The connection to the mail server was lost.', { cause });
    this.name = 'ConnectionLost';
  }
}

/** The octets of a literal could not be read, or are not as many as announced. The connection was ended before they were all sent. */
export class LiteralFailed extends Error {
  constructor(cause: unknown) {
    super('A literal could not be sent.', { cause });
    this.name = 'LiteralFailed';
  }
}

const DETAILS = {
  'authentication-failed': 'The mail server refused the user name or the password.',
  'access-denied': 'The mail server does not allow this.',
  'mailbox-unknown': 'There is no such folder.',
  'message-unknown': 'There is no such message.',
  conflict: 'The mail server says that the object is in use or exists already.',
  'quota-exceeded': 'The mailbox is full.',
  'message-too-large': 'The mail server does not take messages of this size.',
  'rate-limited': 'The mail server asks to slow down.',
  'server-unavailable': 'The mail server is not available at the moment.',
  'tls-required': 'The mail server offers no encrypted connection, and passwords are not sent without one.',
  'protocol-failure': 'The mail server gave an answer that could not be used.',
} as const satisfies Partial<Record<MailErrorCode, string>>;

type MappedCode = keyof typeof DETAILS;

/** Response codes of RFC 5530, RFC 7889 and RFC 9051 §7.1, upper case. What is missing here is a protocol failure. */
const RESPONSE_CODES: ReadonlyMap<string, MappedCode> = new Map([
  ['AUTHENTICATIONFAILED', 'authentication-failed'],
  ['EXPIRED', 'authentication-failed'],
  ['AUTHORIZATIONFAILED', 'access-denied'],
  ['NOPERM', 'access-denied'],
  ['CONTACTADMIN', 'access-denied'],
  ['CANNOT', 'access-denied'],
  ['READ-ONLY', 'access-denied'],
  ['NONEXISTENT', 'mailbox-unknown'],
  ['TRYCREATE', 'mailbox-unknown'],
  ['EXPUNGEISSUED', 'message-unknown'],
  ['ALREADYEXISTS', 'conflict'],
  ['INUSE', 'conflict'],
  ['HASCHILDREN', 'conflict'],
  ['OVERQUOTA', 'quota-exceeded'],
  ['TOOBIG', 'message-too-large'],
  ['APPENDLIMIT', 'message-too-large'],
  ['LIMIT', 'rate-limited'],
  ['UNAVAILABLE', 'server-unavailable'],
  ['PRIVACYREQUIRED', 'tls-required'],
]);

/** Seconds to wait where the server asks for patience without a number. */
const DEFAULT_RETRY_AFTER_SECONDS = 30;
/** Providers say it in words: Microsoft ("throttled"), Gmail and Dovecot ("Too many ..."). */
const THROTTLING_TEXT =
  /throttled|too many (simultaneous )?connections|maximum number of connections|try again later/i;
const CONNECTION_CODES = new Set([
  'NoConnection',
  'EConnectionClosed',
  'StateLogout',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ETIMEOUT',
  'ResponseProcessingFailed',
  'UnexpectedTag',
]);

/** Answers that break imapflow's bounds or cannot be parsed. */
const UNUSABLE_ANSWER =
  /^(ParserError|LineTooLarge|LiteralTooLarge|ResponseTooLarge|MAX_IMAP_NESTING|InvalidResponse)/;

/** The failure of a connection attempt. All that concerns the network reads the same. */
export function toConnectError(error: unknown): MailError {
  const failure = asFailure(error);
  if (failure.tlsFailed && failure.code === undefined) return mailError('tls-required', error);
  if (isThrottled(failure)) return mailError('rate-limited', error);
  const code = RESPONSE_CODES.get((failure.serverResponseCode ?? '').toUpperCase());
  if (code) return mailError(code, error);
  if (failure.authenticationFailed) return mailError('authentication-failed', error);
  if (byeText(failure) !== undefined) return mailError('server-unavailable', error);
  return serverUnreachable(error);
}

/** The failure of a command: ConnectionLost, or MailError by the server's answer. Other errors are bugs and rise. */
export function toCommandError(error: unknown): unknown {
  if (error instanceof LiteralFailed) return error.cause;
  if (error instanceof MailError || error instanceof ConnectionLost) return error;
  const failure = asFailure(error);
  if (failure.code !== undefined && CONNECTION_CODES.has(failure.code)) return new ConnectionLost(error);
  if (UNUSABLE_ANSWER.test(failure.code ?? '')) return mailError('protocol-failure', error);
  if (failure.responseStatus === undefined) return error;
  if (isThrottled(failure)) return mailError('rate-limited', error);
  return mailError(RESPONSE_CODES.get(responseCode(error) ?? '') ?? 'protocol-failure', error);
}

/** True when the server answered the command with NO or BAD. */
export function isRefused(error: unknown): boolean {
  return asFailure(answerOf(error)).responseStatus !== undefined;
}

/** True when the server answered the command with BAD: it does not know it. */
export function isBad(error: unknown): boolean {
  return asFailure(answerOf(error)).responseStatus === 'BAD';
}

/** The response code of a NO or BAD answer, upper case, such as `NONEXISTENT`. */
export function responseCode(error: unknown): string | undefined {
  const response = (answerOf(error) as { response?: { attributes?: readonly unknown[] } } | null)?.response;
  const first = response?.attributes?.[0] as { section?: readonly { value?: unknown }[] } | undefined;
  const value = first?.section?.[0]?.value;
  return typeof value === 'string' ? value.toUpperCase() : undefined;
}

/** Errors that were translated have the server's answer as their cause. */
function answerOf(error: unknown): unknown {
  return error instanceof MailError ? error.cause : error;
}

function isThrottled(failure: ImapFailure): boolean {
  return failure.code === 'ETHROTTLE' || THROTTLING_TEXT.test(failure.responseText ?? byeText(failure) ?? '');
}

function byeText({ code, reason }: ImapFailure): string | undefined {
  return code?.startsWith('ClosedAfterConnect') ? reason : undefined;
}

function mailError(code: MappedCode, cause: unknown): MailError {
  const reset = asFailure(cause).throttleReset;
  const retryAfterSeconds = reset === undefined ? DEFAULT_RETRY_AFTER_SECONDS : Math.ceil(reset / 1000);
  const isTransient = code === 'rate-limited' || code === 'server-unavailable';
  return new MailError(code, { detail: DETAILS[code], ...(isTransient && { retryAfterSeconds }) }, { cause });
}

function asFailure(error: unknown): ImapFailure {
  return typeof error === 'object' && error !== null ? (error as ImapFailure) : {};
}
