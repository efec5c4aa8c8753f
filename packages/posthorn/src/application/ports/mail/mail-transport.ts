/** Port: hands messages to the account's sending server. */
import type { MailAccount } from '../../../domain/mail-account.ts';
import type { RejectedRecipient } from '../../../domain/rejected-recipient.ts';
import type { OutgoingMessage } from './message-composer.ts';

/** A message, and the account whose sending server takes it. */
export interface SubmissionRequest {
  readonly account: MailAccount;
  readonly message: OutgoingMessage;
}

/** The recipients that were accepted and refused; at least one was accepted. */
export interface Submission {
  readonly accepted: readonly string[];
  readonly rejected: readonly RejectedRecipient[];
}

/** Submits messages to the sending server of an account (RFC 6409). */
export interface MailTransport {
  /**
   * Submits the message once; what a server may have taken is never sent again here. Throws MailError: `authentication-failed`,
   * `message-rejected` (refused as a whole, or by all recipients), `quota-exceeded`, `rate-limited`, `tls-required`, `server-unreachable`,
   * `server-unavailable`, `server-timeout` and `too-many-connections` (nothing was sent), `capability-missing`, `protocol-failure`,
   * `invalid-parameter` (a host that a client may not name), and `submission-uncertain` when the connection was lost after the message
   * and before the reply: it may or may not have been sent. The message is read twice; what its source throws is thrown here, and
   * nothing was sent.
   */
  submit(request: SubmissionRequest, signal: AbortSignal): Promise<Submission>;

  /** Refuses new and waiting submissions, closes idle connections, and settles when the running ones have ended. */
  close(): Promise<void>;
}
