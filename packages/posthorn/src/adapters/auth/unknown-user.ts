/** The answer to a user for whom no mail server is known. */
import { MailError } from '../../domain/mail-error.ts';

/** The failure of a sign-in, with the words of a wrong password (imap-errors.ts): so it does not reveal which domains are served. */
export function unknownUser(): MailError {
  return new MailError('authentication-failed', {
    detail: 'The mail server refused the user name or the password.',
    reason: 'No mail server is configured for this user name.',
  });
}
