import { createHmac, randomBytes } from 'node:crypto';
import type { Login } from '../logins/login.ts';
import type { Branded } from '../values/brand.ts';
import type { AccountOrigin, InboxServer } from './mail-account.ts';

export type LoginKey = Branded<string, 'LoginKey'>;

/** A login with its server. */
export interface LoginAtServer {
  readonly login: Login;
  readonly origin: AccountOrigin;
  /** Host, port, encryption. */
  readonly server: readonly (string | number | boolean)[];
}

const SECRET_OCTETS = 32;

/**
 * Creates keys, by default with a new secret. Any difference changes the key: no other login may use the
 * connection.
 */
export function createLoginKey(
  key: Uint8Array = randomBytes(SECRET_OCTETS),
): (at: LoginAtServer) => LoginKey {
  return ({ login: { kind, user, secret }, origin, server }) =>
    createHmac('sha256', key)
      .update(JSON.stringify([origin, ...server, kind, user, secret.reveal()]))
      .digest('base64url') as LoginKey;
}

/**
 * The key of a user's view: one for all passwords and tokens, one per spelling. Only after the login is
 * proved; limits and locks use `accountKey`.
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
