import type { SendingAccount } from '../../../domain/accounts/mail-account.ts';
import type { RejectedRecipient } from '../../../domain/errors/rejected-recipient.ts';
import type { OutgoingMessage } from './message-composer.ts';

/** A message and its sending account. */
export interface SubmissionRequest {
  readonly account: SendingAccount;
  readonly message: OutgoingMessage;
}

/** At least one recipient was accepted. */
export interface Submission {
  readonly accepted: readonly string[];
  readonly rejected: readonly RejectedRecipient[];
}

/** Submits messages (RFC 6409). */
export interface MailTransport {
  /**
   * Submits once; never repeats a possibly accepted message. Reads it twice. Throws MailError:
   * `authentication-failed`, `message-rejected` (as a whole, or by all recipients), `quota-exceeded`, `rate-limited`,
   * `tls-required`, `server-unreachable`, `server-unavailable`, `server-timeout`, `too-many-connections` (nothing was
   * sent), `capability-missing`, `protocol-failure`, `invalid-parameter` (disallowed host), `submission-uncertain`
   * (connection lost between message and reply), and errors of its source before sending.
   */
  submit(request: SubmissionRequest, signal: AbortSignal): Promise<Submission>;

  /** Refuses new and waiting submissions; awaits running ones. */
  close(): Promise<void>;
}
