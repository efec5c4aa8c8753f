import { MailError } from '../../../domain/errors/mail-error.ts';

/** Per account. */
export const MAX_WAITERS = 100;

/** The error for a request without a session. */
export function tooManyConnections(): MailError {
  return new MailError('too-many-connections', {
    detail: 'All connections to mail servers are in use.',
    retryAfterSeconds: 5,
  });
}
