import { MailError, type MailErrorCode } from '../../domain/errors/mail-error.ts';

/** The login may still be right. */
const AWAY: ReadonlySet<MailErrorCode> = new Set([
  'server-unreachable',
  'server-unavailable',
  'server-timeout',
  'tls-required',
  'protocol-failure',
]);

/** True for a mail server that is away, overloaded or unsafe. */
export function isServerAway(error: unknown): error is MailError {
  return error instanceof MailError && AWAY.has(error.code);
}
