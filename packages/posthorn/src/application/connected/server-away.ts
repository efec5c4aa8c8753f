import { MailError, type MailErrorCode } from '../../domain/errors/mail-error.ts';

/** The login may still be right. */
const AWAY: ReadonlySet<MailErrorCode> = new Set([
  'server-unreachable',
  'server-unavailable',
  'server-timeout',
  'tls-required',
  'protocol-failure',
]);

/** True for an absent, overloaded or unsafe mail server. */
export function isServerAway(error: unknown): error is MailError {
  return error instanceof MailError && AWAY.has(error.code);
}
