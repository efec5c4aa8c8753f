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
}

/** The one type of login in all layers. The kind decides which SASL mechanisms may carry the secret. */
export type Login = PasswordLogin | BearerLogin;

/** The login of a user with a password. */
export function passwordLogin(user: string, password: string): PasswordLogin {
  return { kind: 'password', user, secret: new Secret(password) };
}

/** The login of a user with an access token. */
export function bearerLogin(user: string, token: string, endsAt: number | null): BearerLogin {
  return { kind: 'bearer', user, secret: new Secret(token), endsAt };
}
