import {
  BoundExceeded,
  type Bounds,
  CommandRefused,
  ConnectionClosed,
  DeadlineExceeded,
  ImapError,
  InvalidArgument,
  LiteralFailed,
  MechanismUnavailable,
  ProtocolViolation,
  TlsUnavailable,
} from 'posthorn-imap';
import { MailError, type MailErrorCode } from '../../../domain/errors/mail-error.ts';
import { outcomeOfFailure } from '../../../domain/errors/outcome.ts';
import { serverUnreachable } from '../../../domain/errors/server-unreachable.ts';

/** Refused before login, for too many connections. */
export class ServerFull extends MailError {}

const DETAILS = {
  'authentication-failed': 'The mail server refused the user name or the password.',
  'access-denied': 'The mail server does not allow this.',
  'mailbox-unknown': 'There is no such folder.',
  'mailbox-too-large': 'The folder has more messages than APP_MAX_MAILBOX_MESSAGES.',
  'message-unknown': 'There is no such message.',
  conflict: 'The mail server reports that the object is in use or exists already.',
  'quota-exceeded': 'The mailbox is full.',
  'message-too-large': 'The mail server does not accept messages of this size.',
  'rate-limited': 'The mail server asks to slow down.',
  'server-unavailable': 'The mail server is not available at the moment.',
  'server-timeout': 'The mail server did not answer in time.',
  'tls-required': 'The mail server offers no encrypted connection, and passwords are not sent without one.',
  'capability-missing': 'The mail server offers no supported way to sign in.',
  'protocol-failure': 'The mail server sent a response that could not be used.',
} as const satisfies Partial<Record<MailErrorCode, string>>;

type MappedCode = keyof typeof DETAILS;

/** RFC 5530, RFC 7889, RFC 9051 §7.1. */
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

/** RFC 5530 §3; unrelated to the password. */
const OWN_FAULT_CODES: ReadonlySet<string> = new Set(['SERVERBUG', 'CORRUPTION']);
const TRANSIENT_CODES: ReadonlySet<MappedCode> = new Set(['rate-limited', 'server-unavailable']);
const RETRY_AFTER_SECONDS = 30;
const MAX_RETRY_AFTER_SECONDS = 5 * 60;
const MESSAGES_BOUND: keyof Bounds = 'messages';
/** "Request is throttled. Suggested Backoff Time: 299961 milliseconds" (Exchange). */
const SUGGESTED_PAUSE_TEXT = /suggested backoff time: (\d{1,9}) milliseconds/i;
/** Gmail with ALERT, Dovecot with UNAVAILABLE. */
const CONNECTION_LIMIT_TEXT = /too many (simultaneous )?connections|maximum number of connections/i;
/** Microsoft, without a response code. */
const THROTTLING_TEXT = /throttled|try again later/i;
/** Dovecot, when others remove the mailbox during the command. */
const MAILBOX_REMOVED_TEXT = /mailbox was deleted under us/i;

/** Outlook, after AUTHENTICATE. */
const NOT_CONNECTED_TEXT = /authenticated but not connected/i;

/** Translates errors of connections and logins; network failures read alike. */
export function toConnectError(error: unknown): unknown {
  if (error instanceof TlsUnavailable) return mailError('tls-required', error);
  if (error instanceof InvalidArgument) return mailError('authentication-failed', error);
  if (error instanceof MechanismUnavailable) return mailError('capability-missing', error);
  if (isWithoutMailbox(error)) return mailboxNotConnected(error);
  if (error instanceof CommandRefused) return mailError(refusedLoginCode(error), error);
  if (error instanceof ConnectionClosed && error.byeText !== undefined) {
    return mailError(isThrottled(error) ? 'rate-limited' : byeCode(error), error);
  }
  return error instanceof ImapError ? serverUnreachable(error) : error;
}

function refusedLoginCode(error: CommandRefused): MappedCode {
  if (isThrottled(error)) return 'rate-limited';
  const code = error.code?.name ?? '';
  const isAboutLogin = error.status === 'NO' && !OWN_FAULT_CODES.has(code);
  return RESPONSE_CODES.get(code) ?? (isAboutLogin ? 'authentication-failed' : 'protocol-failure');
}

function byeCode({ byeCode: code }: ConnectionClosed): MappedCode {
  return RESPONSE_CODES.get(code?.name ?? '') ?? 'server-unavailable';
}

/** Translates IMAP errors; returns others unchanged. */
export function toMailError(error: unknown): unknown {
  if (error instanceof LiteralFailed) return error.cause;
  if (isWithoutMailbox(error)) return mailboxNotConnected(error);
  if (error instanceof CommandRefused) return mailError(refusalCode(error), error);
  if (error instanceof BoundExceeded && error.bound === MESSAGES_BOUND) {
    return mailError('mailbox-too-large', error);
  }
  if (error instanceof BoundExceeded || error instanceof ProtocolViolation) {
    return mailError('protocol-failure', error);
  }
  if (error instanceof DeadlineExceeded) return mailError('server-timeout', error);
  if (error instanceof ConnectionClosed) return connectionClosedError(error);
  return error;
}

function refusalCode(error: CommandRefused): MappedCode {
  if (isThrottled(error)) return 'rate-limited';
  if (error.code === null && MAILBOX_REMOVED_TEXT.test(error.text)) return 'mailbox-unknown';
  return RESPONSE_CODES.get(error.code?.name ?? '') ?? 'protocol-failure';
}

function connectionClosedError(cause: ConnectionClosed): MailError {
  const detail = 'The mail server closed the connection.';
  return new MailError('server-unavailable', { detail, retryAfterSeconds: 5 }, { cause });
}

/**
 * Outlook's "BAD User is authenticated but not connected.": wrong or unlicensed mailbox, or token without
 * IMAP scope.
 */
export function isWithoutMailbox(error: unknown): error is CommandRefused {
  return error instanceof CommandRefused && NOT_CONNECTED_TEXT.test(error.text);
}

function mailboxNotConnected(cause: CommandRefused): MailError {
  const detail =
    'The mail server took the login, but opens no mailbox for it. Check that the user name is the one of the mailbox, that the mailbox has a licence with IMAP, and that the token has the scope for IMAP.';
  return new MailError('access-denied', { detail }, { cause });
}

/** True if the connection ended: reading may be repeated. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof ConnectionClosed || error instanceof DeadlineExceeded;
}

/** True for a failure of server or connection, not of this program. */
export function isServerFailure(error: unknown): boolean {
  return error instanceof MailError || error instanceof ImapError;
}

/** True for NO or BAD. */
export function isRefused(error: unknown): error is CommandRefused {
  return error instanceof CommandRefused;
}

/** True for an unexplained NO or BAD. */
export function isUnexplainedRefusal(error: unknown): boolean {
  return isRefused(error) && !isThrottled(error) && !RESPONSE_CODES.has(error.code?.name ?? '');
}

/** True for BAD, as for unsupported commands. */
export function isBad(error: unknown): boolean {
  return isRefused(error) && error.status === 'BAD';
}

/** The upper-case code of NO or BAD. */
export function responseCode(error: unknown): string | undefined {
  return isRefused(error) ? error.code?.name : undefined;
}

/** Rate limits; the response code precedes the text. */
export function isThrottled(error: unknown): boolean {
  if (isRefused(error)) return isThrottling({ code: error.code?.name, text: error.text });
  if (!(error instanceof ConnectionClosed) || error.byeText === undefined) return false;
  return isThrottling({ code: error.byeCode?.name, text: error.byeText });
}

function isThrottling({ code, text }: { readonly code: string | undefined; readonly text: string }): boolean {
  if (code === 'LIMIT' || CONNECTION_LIMIT_TEXT.test(text)) return true;
  return (code === undefined || code === 'ALERT') && THROTTLING_TEXT.test(text);
}

/** A failed command's metric label. */
export function outcomeOfCommand(error: unknown, signal: AbortSignal): string {
  return isConnectionLost(error) ? 'connection-lost' : outcomeOfFailure(toMailError(error), signal);
}

function suggestedSeconds(cause: unknown): number | undefined {
  const text =
    cause instanceof CommandRefused ? cause.text : cause instanceof ConnectionClosed && cause.byeText;
  const [, milliseconds] = SUGGESTED_PAUSE_TEXT.exec(text || '') ?? [];
  if (milliseconds === undefined) return undefined;
  return Math.min(Math.ceil(Number(milliseconds) / 1000), MAX_RETRY_AFTER_SECONDS);
}

function mailError(code: MappedCode, cause: unknown): MailError {
  const isTransient = TRANSIENT_CODES.has(code);
  const named = responseCode(cause);
  const details = {
    detail: DETAILS[code],
    ...(isTransient && { retryAfterSeconds: suggestedSeconds(cause) ?? RETRY_AFTER_SECONDS }),
    ...(named !== undefined && { responseCode: named }),
  };
  return new MailError(code, details, { cause });
}
