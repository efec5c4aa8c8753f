/** Keys made of logins. No other module makes one. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Login } from './login.ts';
import type { AccountOrigin, InboxServer } from './mail-account.ts';

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
export function createLoginKey(): (at: LoginAtServer) => string {
  const processSecret = randomBytes(SECRET_OCTETS);
  return ({ login: { kind, user, secret }, origin, server }) =>
    createHmac('sha256', processSecret)
      .update(JSON.stringify([origin, ...server, kind, user, secret.reveal()]))
      .digest('base64url');
}

/**
 * The key of a user's mailbox: the same for each password and each token that opens it. Only for callers whose login
 * is proved.
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
