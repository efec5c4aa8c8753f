import { MechanismUnavailable, SignInRefused, TlsUnavailable } from 'posthorn-imap';
import { MailError } from '../../../domain/errors/mail-error.ts';
import type { BearerLogin } from '../../../domain/logins/login.ts';
import { tokenNotSupported, tokenRefused } from '../../../domain/logins/token-errors.ts';
import { toConnectError } from './imap-errors.ts';

/**
 * Errors as for passwords; refusals carry the server's challenge, missing TLS or mechanisms are
 * `token-not-supported`.
 */
export function toTokenError(error: unknown, login: BearerLogin): unknown {
  if (error instanceof TlsUnavailable) {
    return tokenNotSupported(
      'The mail server offers no encrypted connection, and tokens are never sent without one.',
      error,
    );
  }
  if (error instanceof MechanismUnavailable) {
    return tokenNotSupported('The mail server takes no OAuth tokens (XOAUTH2, OAUTHBEARER).', error);
  }
  const failure = toConnectError(error);
  const isRefused = failure instanceof MailError && failure.code === 'authentication-failed';
  if (!isRefused) return failure;
  const challenge = error instanceof SignInRefused ? error.challenge : null;
  const { responseCode } = failure.details;
  return tokenRefused(
    { login, challenge, server: 'The mail server', ...(responseCode !== undefined && { responseCode }) },
    error,
  );
}
