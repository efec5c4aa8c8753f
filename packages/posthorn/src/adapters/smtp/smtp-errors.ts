import { MailError, type MailErrorCode, type ServerChallenge } from '../../domain/errors/mail-error.ts';
import type { RejectedRecipient } from '../../domain/errors/rejected-recipient.ts';
import { serverUnreachable } from '../../domain/errors/server-unreachable.ts';
import type { Login } from '../../domain/logins/login.ts';
import { tokenRefused } from '../../domain/logins/token-errors.ts';
import {
  loginRefusal,
  messageRefusal,
  type Refusal,
  recipientsRefusal,
  transientRefusal,
} from './refusal.ts';
import { isPermanent, isTransient, parseReply } from './smtp-reply.ts';

interface SmtpFailure {
  readonly code?: unknown;
  readonly command?: string;
  readonly response?: string;
  readonly rejectedErrors?: readonly SmtpFailure[];
  readonly recipient?: string;
  readonly challenge?: ServerChallenge | null;
}

type Case = Refusal | 'unavailable' | 'silent' | 'unusable-answer' | 'uncertain' | 'too-many' | 'stopping';

interface Explanation {
  readonly code: MailErrorCode;
  readonly detail: string;
  readonly retryAfterSeconds?: number;
}

const EXPLANATIONS = {
  'password-refused': {
    code: 'authentication-failed',
    detail: 'The sending server refused the user name or the password. Nothing was sent.',
  },
  'other-login-wanted': {
    code: 'authentication-failed',
    detail: 'The sending server wants an application password or OAuth for this account. Nothing was sent.',
  },
  'tls-wanted': {
    code: 'tls-required',
    detail: 'The sending server offers no encrypted connection, and passwords are not sent without one.',
  },
  'message-refused': {
    code: 'message-rejected',
    detail: 'The sending server refused the message. Nothing was sent.',
  },
  'sender-refused': {
    code: 'message-rejected',
    detail: 'The sending server refused the sender of the message. Nothing was sent.',
  },
  'recipients-refused': {
    code: 'message-rejected',
    detail: 'The sending server refused all recipients of the message. Nothing was sent.',
  },
  'too-large': {
    code: 'message-rejected',
    detail: 'The message is larger than the sending server takes. Nothing was sent.',
  },
  'no-room': {
    code: 'quota-exceeded',
    detail: 'The sending server has no room for the message. Nothing was sent.',
  },
  'slow-down': {
    code: 'rate-limited',
    detail: 'The sending server asks to slow down. Nothing was sent.',
    retryAfterSeconds: 60,
  },
  'not-now': {
    code: 'server-unavailable',
    detail: 'The sending server does not take the message at the moment. Nothing was sent.',
    retryAfterSeconds: 60,
  },
  unavailable: {
    code: 'server-unavailable',
    detail: 'The sending server is not available at the moment. Nothing was sent.',
    retryAfterSeconds: 30,
  },
  silent: {
    code: 'server-timeout',
    detail: 'The sending server did not answer in time. Nothing was sent.',
  },
  'unusable-answer': {
    code: 'protocol-failure',
    detail: 'The sending server gave an answer that could not be used. Nothing was sent.',
  },
  uncertain: {
    code: 'submission-uncertain',
    detail: 'The message was handed over, but no answer came: it may have been sent or not.',
  },
  'too-many': {
    code: 'too-many-connections',
    detail: 'All connections to sending servers are in use. Nothing was sent.',
    retryAfterSeconds: 5,
  },
  stopping: {
    code: 'server-unavailable',
    detail: 'The service is stopping. Nothing was sent.',
  },
} as const satisfies Record<Case, Explanation>;

/** Not about the secret. */
const TRANSPORT_REFUSALS: ReadonlySet<Refusal> = new Set(['tls-wanted']);

const SERVICE_CLOSING = 421;

/** Network failures read alike. */
export function toConnectError(error: unknown): unknown {
  const failure = asFailure(error);
  if (!isOfSmtp(failure)) return error;
  const reply = parseReply(failure.response ?? '');
  if (failure.code === 'ETLS' && failure.command === 'STARTTLS') return explain('tls-wanted', error);
  // No ESMTP, no STARTTLS: nodemailer stops at EHLO only if TLS is required.
  if (failure.command === 'EHLO' && isPermanent(reply)) return explain('tls-wanted', error);
  if (isTransient(reply)) return explain(transientRefusal(reply), error);
  if (isPermanent(reply)) return explain('unavailable', error);
  return serverUnreachable(error);
}

/** Translates errors of the login. */
export function toLoginError(error: unknown, login: Login): unknown {
  const failure = asFailure(error);
  if (!isOfSmtp(failure)) return error;
  const reply = parseReply(failure.response ?? '');
  if (login.kind === 'bearer' && isPermanent(reply) && !TRANSPORT_REFUSALS.has(loginRefusal(reply))) {
    return tokenRefused({ login, challenge: failure.challenge ?? null, server: 'The sending server' }, error);
  }
  if (isTransient(reply) || isPermanent(reply)) return explain(loginRefusal(reply), error);
  const isPasswordEmpty = failure.code === 'EAUTH' && failure.response === undefined;
  return explain(isPasswordEmpty ? 'password-refused' : brokenCase(failure), error);
}

/** `isHandedOver`: the end may have reached the server; only a refusal is certain then. */
export function toSendError(error: unknown, isHandedOver: boolean): unknown {
  const failure = asFailure(error);
  const { response, command, rejectedErrors = [] } = failure;
  const reply = parseReply(response ?? '');
  if (rejectedErrors.length > 0) {
    const rejected = rejectedErrors.map(({ recipient = '', response: text = '' }) => {
      return { address: recipient, ...parseReply(text) };
    });
    const refusal = explain(recipientsRefusal(rejected), error);
    return new MailError(
      refusal.code,
      { ...refusal.details, rejected: rejected.map(toRejected) },
      { cause: error },
    );
  }
  if (isTransient(reply) || isPermanent(reply)) return explain(messageRefusal(reply, command), error);
  if (isHandedOver) return explain('uncertain', error);
  return isOfSmtp(failure) ? explain(brokenCase(failure), error) : error;
}

/** 421 to MAIL FROM: nothing was accepted, perhaps because of the connection. */
export function isClosedAtMail(error: unknown): boolean {
  const { command, response } = asFailure(error instanceof MailError ? error.cause : undefined);
  return command === 'MAIL FROM' && parseReply(response ?? '').replyCode === SERVICE_CLOSING;
}

/** All connections are in use. */
export function tooManyConnections(): MailError {
  return explain('too-many');
}

/** The error for new work at shutdown. */
export function serviceStopping(): MailError {
  return explain('stopping');
}

/** A used connection showed no life in time. */
export function proofTimeout(): MailError {
  return explain('silent');
}

/** The message exceeds the announced limit. */
export function messageTooLarge(): MailError {
  return explain('too-large');
}

/** The submission took too long. */
export function submissionTimeout(): MailError {
  return explain('silent');
}

function brokenCase({ code }: SmtpFailure): Case {
  if (code === 'ETIMEDOUT') return 'silent';
  return code === 'ECONNECTION' || code === 'ESOCKET' ? 'unavailable' : 'unusable-answer';
}

function explain(name: Case, cause?: unknown): MailError {
  const { code, ...details }: Explanation = EXPLANATIONS[name];
  return new MailError(code, details, { cause });
}

function toRejected({ address, replyCode, enhancedCode }: RejectedRecipient): RejectedRecipient {
  return { address, replyCode, enhancedCode };
}

function asFailure(error: unknown): SmtpFailure {
  return typeof error === 'object' && error !== null ? (error as SmtpFailure) : {};
}

/** Other errors are bugs. */
function isOfSmtp({ code }: SmtpFailure): boolean {
  return typeof code === 'string' && /^E[A-Z]/.test(code);
}
