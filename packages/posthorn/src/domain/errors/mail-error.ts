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

/** RFC 6750 §3. */
export interface TokenProblem {
  readonly error: 'invalid_request' | 'invalid_token' | 'insufficient_scope';
  /** Missing, separated by spaces. */
  readonly scope?: string;
  /** The mail server's URL for authorization server metadata. */
  readonly openidConfiguration?: string;
}

/** A mail server's error for a token (RFC 7628 §3.2.2, XOAUTH2). */
export interface ServerChallenge {
  readonly status?: string;
  readonly schemes?: string;
  readonly scope?: string;
  readonly openidConfiguration?: string;
}

/** The failed server. */
export interface FailedServer {
  /** Absent for a client's servers. */
  readonly entry?: string;
  readonly protocol: 'imap' | 'smtp';
  readonly host: string;
  readonly port: number;
}

/** Details for client, operator and log. */
export interface MailErrorDetails {
  /** One sentence for the client, without secrets or server text. */
  readonly detail: string;
  /** For the operator, without user data. */
  readonly reason?: string;
  /** RFC 5530, for the log. */
  readonly responseCode?: string;
  readonly parameter?: string;
  /** Such as `attributes.to`. */
  readonly member?: string;
  /** For the client only. */
  readonly rejected?: readonly RejectedRecipient[];
  readonly tokenProblem?: TokenProblem;
  /** For the operator: short, without the token. */
  readonly challenge?: ServerChallenge;
  readonly retryAfterSeconds?: number;
}

/** Expected, independent of HTTP. Any other error is a bug. */
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
