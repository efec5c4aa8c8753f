/** The closed set of failures that a caller can meet. Everything else is a bug. */
import type { RejectedRecipient } from './rejected-recipient.ts';

/** Codes are never reused; `docs/errors.md` explains each. */
export type MailErrorCode =
  | 'authentication-required'
  | 'authentication-failed'
  | 'access-denied'
  | 'token-not-supported'
  | 'mail-account-unknown'
  | 'mailbox-unknown'
  | 'mailbox-too-large'
  | 'message-unknown'
  | 'message-gone'
  | 'attachment-unknown'
  | 'invalid-parameter'
  | 'invalid-document'
  | 'conflict'
  | 'outdated-version'
  | 'capability-missing'
  | 'message-too-large'
  | 'message-rejected'
  | 'submission-uncertain'
  | 'quota-exceeded'
  | 'rate-limited'
  | 'tls-required'
  | 'server-unreachable'
  | 'server-unavailable'
  | 'server-timeout'
  | 'protocol-failure'
  | 'too-many-connections';

/** What is wrong with a bearer token, in the terms of RFC 6750 §3. */
export interface TokenProblem {
  readonly error: 'invalid_request' | 'invalid_token' | 'insufficient_scope';
  /** The scopes that the mail server wants, separated by spaces. */
  readonly scope?: string;
  /** The address of the metadata of its authorization server, as the mail server announces it. */
  readonly openidConfiguration?: string;
}

/** The error about a token that a mail server sent before its refusal (RFC 7628 §3.2.2, and XOAUTH2 alike). */
export interface ServerChallenge {
  readonly status?: string;
  readonly schemes?: string;
  readonly scope?: string;
  readonly openidConfiguration?: string;
}

/** The mail server at which something failed. */
export interface FailedServer {
  /** The id of the operator's entry; absent for a server that a client has named. */
  readonly entry?: string;
  readonly protocol: 'imap' | 'smtp';
  readonly host: string;
  readonly port: number;
}

/** The details of a MailError. */
export interface MailErrorDetails {
  /** One sentence on this case, fit for the client: no secrets, no text of the mail server. */
  readonly detail: string;
  /** One more sentence for the operator and not for the client, without data of the user. */
  readonly reason?: string;
  /** The response code of the mail server, such as `AUTHENTICATIONFAILED` (RFC 5530), for the log. */
  readonly answer?: string;
  /** The query parameter or header that caused it. */
  readonly parameter?: string;
  /** The member of the document that caused it, such as `attributes.to`. */
  readonly member?: string;
  /** The recipients that the sending server refused. They are for the client alone. */
  readonly rejected?: readonly RejectedRecipient[];
  /** What is wrong with the bearer token of the request (RFC 6750 §3.1). */
  readonly tokenProblem?: TokenProblem;
  /** The mail server's text about the token, for the operator and not for the client. Short, and without the token. */
  readonly challenge?: ServerChallenge;
  /** Seconds after which a repeat makes sense. */
  readonly retryAfterSeconds?: number;
}

/** An expected failure, identified by its code. It knows nothing of HTTP statuses. */
export class MailError extends Error {
  readonly code: MailErrorCode;
  readonly details: MailErrorDetails;
  /** Where it failed, for the log and not for the client; the adapter that met it sets it once. */
  server?: FailedServer;

  constructor(code: MailErrorCode, details: MailErrorDetails, options?: { cause?: unknown }) {
    super(details.detail, options);
    this.name = 'MailError';
    this.code = code;
    this.details = details;
  }
}
