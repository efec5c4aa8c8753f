import { AuthorizationResponseError, ResponseBodyError } from 'oauth4webapi';
import { MailError } from '../../domain/errors/mail-error.ts';
import { ServerSilent } from './bounded-fetch.ts';
import { toSignInFailure } from './sign-in-failure.ts';

/** RFC 6749 §4.1.2.1 and §5.2, OpenID Connect Core §3.1.2.6. Other words are not repeated. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  [
    'invalid_client',
    "The provider refuses the application's client id or secret. Check app/config/oauth.js.",
  ],
  ['unauthorized_client', 'The provider does not let the application sign people in like this.'],
  ['unsupported_grant_type', 'The provider does not let the application renew access.'],
  ['invalid_scope', 'The provider does not give a scope of app/config/oauth.js to the application.'],
  ['invalid_request', 'The provider cannot read the request. Check app/config/oauth.js.'],
  ['invalid_grant', 'The provider refuses its code: it has expired, or was used before. Sign in again.'],
  ['access_denied', 'The sign-in was denied.'],
  ['consent_required', 'The provider asks for a consent that was not given.'],
  ['interaction_required', 'The provider asks for a step that was not completed. Sign in again.'],
  ['login_required', 'The provider asks to sign in again.'],
  ['server_error', 'The provider has a failure. Try again later.'],
  ['temporarily_unavailable', 'The provider is overloaded. Try again later.'],
]);
const AWAY: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable']);
const RETRY_SECONDS = 30;
const MAX_RETRY_SECONDS = 3600;
const TOO_MANY = 429;
const FIRST_SERVER_ERROR = 500;

/** Throws `server-unavailable` for 429 and 5xx. */
export function requireNoServerError({ status, headers }: Response): void {
  if (status !== TOO_MANY && status < FIRST_SERVER_ERROR) return;
  const given = Number(headers.get('retry-after') ?? RETRY_SECONDS);
  const isUsable = Number.isInteger(given) && given > 0;
  const retryAfterSeconds = isUsable ? Math.min(given, MAX_RETRY_SECONDS) : RETRY_SECONDS;
  const detail = `The provider cannot answer at the moment (${status}).`;
  throw new MailError('server-unavailable', { detail, retryAfterSeconds });
}

/** The error of a provider that is away, or refuses the application. Returns bugs unchanged. */
export function toProviderError(error: unknown): MailError {
  if (error instanceof MailError) return error;
  if (error instanceof Error && error.name === 'TimeoutError') return late(error);
  if (error instanceof ServerSilent) {
    const { cause } = error;
    if (cause instanceof MailError) return cause;
    if (error.isLate) return late(error);
    const detail = 'The provider cannot be reached.';
    return new MailError('server-unreachable', { detail }, { cause: error });
  }
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    const detail = MEANINGS.get(error.error) ?? 'The provider refuses the request of the application.';
    return new MailError('server-unavailable', { detail, retryAfterSeconds: RETRY_SECONDS });
  }
  const failure = toSignInFailure(error, []);
  const reason = failure instanceof Error ? failure.message : 'unknown';
  return misconfigured('has sent an answer that cannot be used', { reason, cause: error });
}

/** `authentication-failed` if the provider or person refused. */
export function toSignInError(error: unknown): MailError {
  const isRefusal = error instanceof ResponseBodyError || error instanceof AuthorizationResponseError;
  if (isRefusal && !AWAY.has(error.error)) {
    const detail = MEANINGS.get(error.error) ?? 'The provider refuses the sign-in.';
    return new MailError('authentication-failed', { detail });
  }
  const failure = toProviderError(error);
  const isAway = failure.code !== 'protocol-failure';
  if (isAway) return failure;
  const detail = 'The answer of the provider does not belong to this sign-in. Sign in again.';
  const { reason = '' } = failure.details;
  return new MailError('authentication-failed', { detail, reason });
}

function late(cause: unknown): MailError {
  return new MailError('server-timeout', { detail: 'The provider did not answer in time.' }, { cause });
}

/** The provider breaks the rules. */
export function misconfigured(
  what: string,
  { reason = what, cause }: { readonly reason?: string; readonly cause?: unknown } = {},
): MailError {
  return new MailError('protocol-failure', { detail: `The provider ${what}.`, reason }, { cause });
}
