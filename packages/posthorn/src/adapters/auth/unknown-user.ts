import { MailError } from '../../domain/errors/mail-error.ts';

/** A wrong password's error (imap-errors.ts), to hide the served domains. */
export function unknownUser(): MailError {
  return new MailError('authentication-failed', {
    detail: 'The mail server refused the user name or the password.',
    reason: 'No mail server is configured for this user name.',
  });
}
