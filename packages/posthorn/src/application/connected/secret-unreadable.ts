import { MailError } from '../../domain/errors/mail-error.ts';
import { SealedSecretError } from '../ports/state/secret-box.ts';

/** The error of an unreadable stored login. Its cause is for the operator. */
export function secretUnreadable(cause: SealedSecretError): MailError {
  const detail = isKeyMissing(cause)
    ? 'The login of the account is sealed with a key that this service does not have.'
    : 'The stored login of the account was changed outside of this service. Sign in again.';
  return new MailError('secret-unreadable', { detail, reason: cause.message }, { cause });
}

/** True if a returned key would make the login readable. */
export function isKeyMissing(error: unknown): boolean {
  return error instanceof SealedSecretError && error.reason === 'key-unknown';
}
