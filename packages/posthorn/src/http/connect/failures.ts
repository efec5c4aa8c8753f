import { MailError, type MailErrorCode } from '../../domain/errors/mail-error.ts';
import type { Failure } from './texts.ts';

const FAILURES: Readonly<Partial<Record<MailErrorCode, Failure>>> = {
  'authentication-failed': 'password-refused',
  'access-denied': 'closed',
  'invalid-parameter': 'not-allowed',
  'host-not-allowed': 'not-allowed',
  'tls-required': 'not-secure',
  'capability-missing': 'not-secure',
  'token-not-supported': 'not-secure',
  'server-unreachable': 'unreachable',
  'server-timeout': 'unreachable',
  'rate-limited': 'slow-down',
  conflict: 'try-later',
  'server-unavailable': 'try-later',
  'too-many-connections': 'try-later',
  'store-unavailable': 'try-later',
  'protocol-failure': 'try-later',
};

/** By `member` of the error. */
const OWN_FAILURES: Readonly<Record<string, Failure>> = {
  address: 'other-mailbox',
  servers: 'servers-changed',
  state: 'sign-in-used',
  form: 'no-cookie',
};

/** The failure to show. */
export function failureOf(error: unknown, { isPassword }: { readonly isPassword: boolean }): Failure {
  if (!(error instanceof MailError)) return 'unexpected';
  const { code, details } = error;
  const own = OWN_FAILURES[details.member ?? ''];
  if (own !== undefined) return own;
  if (code === 'authentication-failed' && !isPassword) return 'sign-in-refused';
  return FAILURES[code] ?? 'unexpected';
}
