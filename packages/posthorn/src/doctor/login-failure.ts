/** What to do when a login fails. */
import { isConnectionLost, toMailError } from '../adapters/imap/imap-errors.ts';
import { MailError, type MailErrorCode } from '../domain/mail-error.ts';
import { type Check, problem } from './check.ts';

const ADVICE: Partial<Record<MailErrorCode, string>> = {
  'authentication-failed':
    'Check the password. Many providers want an app password for mail programs, or IMAP and SMTP to be allowed in the settings of the mailbox first.',
  'access-denied': 'Ask the provider why the mailbox is closed; often it wants a sign-in in a browser first.',
  'rate-limited': 'Wait some minutes: the server has seen too many logins.',
  'tls-required': 'Set the entry to TLS: passwords are not sent without it.',
  'capability-missing': 'Ask the operator of the server to allow logins with a password.',
};
const OTHER_ADVICE = 'Try again later; if it stays, ask the operator of the server.';

/** The failure as a check. Errors that are neither MailError nor a lost connection are thrown again: they are bugs. */
export function loginFailure(check: string, error: unknown): Check {
  if (isConnectionLost(error)) return problem(check, 'The server closed the connection.', OTHER_ADVICE);
  const failure = toMailError(error);
  if (!(failure instanceof MailError)) throw error;
  // The text of the server stays out: it may repeat what was typed.
  return problem(check, failure.details.detail, ADVICE[failure.code] ?? OTHER_ADVICE);
}
