import { Secret } from './secret.ts';

/** A user with a password. */
export interface PasswordLogin {
  readonly kind: 'password';
  readonly user: string;
  readonly secret: Secret;
}

/** RFC 6750. */
export interface BearerLogin {
  readonly kind: 'bearer';
  readonly user: string;
  readonly secret: Secret;
  /** Epoch milliseconds; null: unknown. */
  readonly endsAt: number | null;
  readonly maxSessionMs: number;
}

/** The kind decides the SASL mechanisms. */
export type Login = PasswordLogin | BearerLogin;

/** Google and Microsoft tokens live at least an hour. */
const DEFAULT_TOKEN_MINUTES = 50;
const MINUTE_MS = 60_000;

/** A login with a password. */
export function passwordLogin(user: string, password: string): PasswordLogin {
  return { kind: 'password', user, secret: new Secret(password) };
}

/** `endsAt`: epoch milliseconds; absent: unknown. */
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

/** A session's limits. */
export interface BearerLimits {
  readonly endsAt?: number | null;
  /** Default: 50. */
  readonly tokenMinutes?: number;
}

/**
 * A session's end from `since` (epoch milliseconds); infinite for passwords. The token's expiry can only
 * shorten it.
 */
export function loginEndsAt(login: Login, since: number): number {
  if (login.kind === 'password') return Number.POSITIVE_INFINITY;
  return Math.min(login.endsAt ?? Number.POSITIVE_INFINITY, since + login.maxSessionMs);
}
