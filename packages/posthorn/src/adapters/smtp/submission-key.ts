/** The key under which connections to sending servers are kept. */
import { createHmac, randomBytes } from 'node:crypto';
import type { AccountOrigin, OutboxServer } from '../../domain/mail-account.ts';

/** Everything that makes a login at a sending server. */
export interface SubmissionLogin {
  readonly outbox: OutboxServer;
  /** Decides where the login may go, and whether in clear text. */
  readonly origin: AccountOrigin;
}

/**
 * A function from logins to keys, with a secret of this process in it. A submission with another password, host or
 * security can never meet a connection that is not its own.
 */
export function createSubmissionKey(): (login: SubmissionLogin) => string {
  const processSecret = randomBytes(32);
  return ({ outbox: { host, port, security, user, password }, origin }) =>
    createHmac('sha256', processSecret)
      .update(JSON.stringify([origin, host, port, security, user, password.reveal()]))
      .digest('base64url');
}
