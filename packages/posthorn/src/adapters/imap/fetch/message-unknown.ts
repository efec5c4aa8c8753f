import { MailError } from '../../../domain/errors/mail-error.ts';

/** The error for a missing uid. */
export function messageUnknown(): MailError {
  return new MailError('message-unknown', { detail: 'There is no such message.' });
}
