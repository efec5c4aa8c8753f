import { isConnectionLost, isWithoutMailbox, toMailError } from '../adapters/imap/session/imap-errors.ts';
import { MailError, type MailErrorCode, type ServerChallenge } from '../domain/errors/mail-error.ts';
import type { Login } from '../domain/logins/login.ts';
import { type Check, problem } from './check.ts';
import { adviceFor, refusedCase } from './provider-advice.ts';

/** A tried login. */
export interface TriedLogin {
  readonly check: string;
  readonly kind: Login['kind'];
  readonly host: string;
}

const ADVICE: Partial<Record<MailErrorCode, string>> = {
  'access-denied': 'Ask the provider why the mailbox is closed; often it wants a sign-in in a browser first.',
  'rate-limited': 'Wait some minutes: the server has seen too many logins.',
  'tls-required': 'Set the entry to TLS: passwords are not sent without it.',
  'capability-missing': 'Ask the operator of the server to allow logins with a password.',
  'token-not-supported': 'Set the entry to TLS, and ask the operator of the server whether it takes tokens.',
};
const OTHER_ADVICE = 'Try again later; if it stays, ask the operator of the server.';

/** Turns a MailError or lost connection into a check; rethrows others. */
export function loginFailure(tried: TriedLogin, error: unknown): Check {
  const { check } = tried;
  if (isConnectionLost(error))
    return problem(check, { finding: 'The server closed the connection.', advice: OTHER_ADVICE });
  const failure = toMailError(error);
  if (!(failure instanceof MailError)) throw error;
  const { detail, challenge } = failure.details;
  // Server text may repeat the secret: only challenge members appear.
  const finding = challenge === undefined ? detail : `${detail} ${describeChallenge(challenge)}`;
  return problem(check, { finding, advice: adviceOn(failure, tried) });
}

function adviceOn(failure: MailError, { kind, host }: TriedLogin): string {
  if (isWithoutMailbox(failure.cause)) return adviceFor(host, 'not-connected');
  if (failure.details.tokenProblem?.error === 'insufficient_scope') return adviceFor(host, 'scope-missing');
  if (failure.code === 'authentication-failed') return adviceFor(host, refusedCase(kind));
  return ADVICE[failure.code] ?? OTHER_ADVICE;
}

function describeChallenge(challenge: ServerChallenge): string {
  const { status, schemes, scope, openidConfiguration } = challenge;
  const members = { status, schemes, scope, 'openid-configuration': openidConfiguration };
  const shown = Object.entries(members).flatMap(([name, value]) => (value ? [`${name} "${value}"`] : []));
  return shown.length === 0 ? 'It says nothing more.' : `It says ${shown.join(', ')}.`;
}
