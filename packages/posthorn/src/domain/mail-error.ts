import type { RejectedRecipient } from './rejected-recipient.ts';

/** Never reused; documented in `docs/errors.md`. */
export type MailErrorCode =
  | 'authentication-required'
  | 'authentication-failed'
  | 'access-denied'
  | 'scope-missing'
  | 'token-not-supported'
  | 'mail-account-unknown'
  | 'reauthentication-needed'
  | 'disabled'
  | 'secret-unreadable'
  | 'login-required'
  | 'host-not-allowed'
  | 'api-key-unknown'
  | 'connect-session-unknown'
  | 'webhook-unknown'
  | 'webhook-delivery-unknown'
  | 'events-gone'
  | 'mailbox-unknown'
  | 'mailbox-too-large'
  | 'message-unknown'
  | 'message-gone'
  | 'attachment-unknown'
  | 'invalid-parameter'
  | 'state-invalid'
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
  | 'store-unavailable'
  | 'protocol-failure'
  | 'too-many-connections';

/** The problem of a bearer token (RFC 6750 §3). */
export interface TokenProblem {
  readonly error: 'invalid_request' | 'invalid_token' | 'insufficient_scope';
  /** Missing scopes, separated by spaces. */
  readonly scope?: string;
  /** Metadata URL of the authorization server, from the mail server. */
  readonly openidConfiguration?: string;
}

/** A mail server's token error (RFC 7628 §3.2.2, and XOAUTH2). */
export interface ServerChallenge {
  readonly status?: string;
  readonly schemes?: string;
  readonly scope?: string;
  readonly openidConfiguration?: string;
}

/** The mail server of a failure. */
export interface FailedServer {
  /** Absent for servers named by clients. */
  readonly entry?: string;
  readonly protocol: 'imap' | 'smtp';
  readonly host: string;
  readonly port: number;
}

/** Details of a MailError. */
export interface MailErrorDetails {
  /** One sentence for the client, without secrets and server text. */
  readonly detail: string;
  /** For the operator, without user data. */
  readonly reason?: string;
  /** Response code (RFC 5530), for the log. */
  readonly responseCode?: string;
  readonly parameter?: string;
  /** Such as `attributes.to`. */
  readonly member?: string;
  /** For the client only. */
  readonly rejected?: readonly RejectedRecipient[];
  /** RFC 6750 §3.1. */
  readonly tokenProblem?: TokenProblem;
  /** For the operator only: short, without the token. */
  readonly challenge?: ServerChallenge;
  readonly retryAfterSeconds?: number;
}

/** An expected failure, independent of HTTP. Any other error is a bug. */
export class MailError extends Error {
  readonly code: MailErrorCode;
  readonly details: MailErrorDetails;
  /** For the log only; set once. */
  server?: FailedServer;

  constructor(code: MailErrorCode, details: MailErrorDetails, options?: { cause?: unknown }) {
    super(details.detail, options);
    this.name = 'MailError';
    this.code = code;
    this.details = details;
  }
}
