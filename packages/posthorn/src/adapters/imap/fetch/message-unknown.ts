/** The failure for a uid that the mailbox does not have, or no longer has. */
import { MailError } from '../../../domain/mail-error.ts';

/** Creates the failure `message-unknown`. */
export function messageUnknown(): MailError {
  return new MailError('message-unknown', { detail: 'There is no such message.' });
}
