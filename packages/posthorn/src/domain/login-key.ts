/** Keys made of logins. No other module makes one. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Branded } from './brand.ts';
import type { Login } from './login.ts';
import type { AccountOrigin, InboxServer } from './mail-account.ts';

/** Exactly one login at one server. */
export type LoginKey = Branded<string, 'LoginKey'>;

/** A login with the server that it is for. */
export interface LoginAtServer {
  readonly login: Login;
  /** Decides where the login may go, and whether in clear text. */
  readonly origin: AccountOrigin;
  /** All that distinguishes the connection: host, port, encryption. */
  readonly server: readonly (string | number | boolean)[];
}

const SECRET_OCTETS = 32;

/**
 * A function from logins to keys, with a secret of this process in it. Everything that makes a login is part of the key,
 * so another password or token, another kind of login, host or security can never meet a connection that is not its own.
 */
export function createLoginKey(): (at: LoginAtServer) => LoginKey {
  const processSecret = randomBytes(SECRET_OCTETS);
  return ({ login: { kind, user, secret }, origin, server }) =>
    createHmac('sha256', processSecret)
      .update(JSON.stringify([origin, ...server, kind, user, secret.reveal()]))
      .digest('base64url') as LoginKey;
}

/**
 * The key of what a user is shown: the same for each password and each token that opens the mailbox, and another one for another
 * spelling of the user's name. Only for callers whose login is proved. Limits and locks have `accountKey`.
 */
export function mailUserKey({
  inbox,
  login,
}: {
  readonly inbox: InboxServer;
  readonly login: Login;
}): string {
  return JSON.stringify([inbox.host.toLowerCase(), inbox.port, login.user]);
}
