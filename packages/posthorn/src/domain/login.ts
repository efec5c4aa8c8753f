/** How a user signs in to a mail server: with a password, or with an OAuth 2.0 access token. */
import { Secret } from './secret.ts';

/** A user with a password. */
export interface PasswordLogin {
  readonly kind: 'password';
  readonly user: string;
  readonly secret: Secret;
}

/** A user with an access token of the mailbox's provider (RFC 6750). */
export interface BearerLogin {
  readonly kind: 'bearer';
  readonly user: string;
  /** The token. */
  readonly secret: Secret;
  /** Milliseconds since 1970; null where nothing is known of the token's end. */
  readonly endsAt: number | null;
  /** How long a session may live on the token, regardless of its known expiry. */
  readonly maxSessionMs: number;
}

/** The one type of login in all layers. The kind decides which SASL mechanisms may carry the secret. */
export type Login = PasswordLogin | BearerLogin;

/** Access tokens of Google and Microsoft live for an hour or more; their sessions are renewed before that. */
const DEFAULT_TOKEN_MINUTES = 50;
const MINUTE_MS = 60_000;

/** The login of a user with a password. */
export function passwordLogin(user: string, password: string): PasswordLogin {
  return { kind: 'password', user, secret: new Secret(password) };
}

/** The login of a user with an access token. `endsAt` is in milliseconds since 1970; left out: nothing is known of it. */
export function bearerLogin(
  user: string,
  token: string,
  { endsAt = null, tokenMinutes = DEFAULT_TOKEN_MINUTES }: BearerLimits = {},
): BearerLogin {
  return {
    kind: 'bearer',
    user,
    secret: new Secret(token),
    endsAt,
    maxSessionMs: tokenMinutes * MINUTE_MS,
  };
}

/** What bounds a session on a token. */
export interface BearerLimits {
  readonly endsAt?: number | null;
  /** Left out: DEFAULT_TOKEN_MINUTES. */
  readonly tokenMinutes?: number;
}

/**
 * When a session of this login has to end that began at `since`, both in milliseconds since 1970; infinite for a password.
 * The token's own claim of its expiry can only shorten the time.
 */
export function loginEndsAt(login: Login, since: number): number {
  if (login.kind === 'password') return Number.POSITIVE_INFINITY;
  return Math.min(login.endsAt ?? Number.POSITIVE_INFINITY, since + login.maxSessionMs);
}
