import { AuthorizationResponseError, OperationProcessingError, ResponseBodyError } from 'oauth4webapi';

/** The message is the reason, without secrets. */
export class SignInFailure extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'SignInFailure';
  }
}

/** RFC 6749 §4.1.2.1 and §5.2. */
const ERROR_TEXT = /^[\x20-\x21\x23-\x5b\x5d-\x7e]{1,300}$/;

/** RFC 6749, RFC 8628. */
const MEANINGS: Readonly<Record<string, string>> = {
  access_denied: 'The sign-in was denied.',
  expired_token: 'The code has expired before anybody has signed in.',
  invalid_client: 'The authorization server does not know the client, or wants its secret.',
  unauthorized_client: 'The authorization server does not allow the client to sign in this way.',
  invalid_scope:
    'The authorization server does not know one of the scopes, or does not give it to the client.',
  invalid_grant: 'The authorization server refuses its own code: it has expired, or was used before.',
};

/** The failure as SignInFailure, without `secrets`; returns bugs unchanged. */
export function toSignInFailure(error: unknown, secrets: readonly string[]): unknown {
  if (error instanceof SignInFailure) return error;
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    return new SignInFailure(refusalText(error, secrets));
  }
  // The library's messages name members only; causes have values, and are dropped.
  if (error instanceof OperationProcessingError || isUnusable(error)) {
    return new SignInFailure(
      `The answer of the authorization server cannot be used: ${(error as Error).message}.`,
    );
  }
  return error;
}

function refusalText(
  { error, error_description: description = '' }: AuthorizationResponseError | ResponseBodyError,
  secrets: readonly string[],
): string {
  const isShown = (text: string) =>
    ERROR_TEXT.test(text) && !secrets.some((secret) => secret !== '' && text.includes(secret));
  const meaning = MEANINGS[error] ?? 'The authorization server refuses the sign-in.';
  const code = isShown(error) ? error : 'an error without a name';
  return isShown(description) ? `${meaning} (${code}: ${description})` : `${meaning} (${code})`;
}

/** Challenges in a header, unknown token types. */
function isUnusable(error: unknown): boolean {
  return (
    error instanceof Error &&
    ['UnsupportedOperationError', 'WWWAuthenticateChallengeError'].includes(error.name)
  );
}
