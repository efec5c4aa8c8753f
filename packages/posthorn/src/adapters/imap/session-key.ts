/** The key under which warm sessions are kept. */
import { createHmac, randomBytes } from 'node:crypto';
import type { MailAccount } from '../../domain/mail-account.ts';

/**
 * A function from accounts to keys, with a secret of this process in it. Everything that makes a login is part
 * of the key, so a request with another password, host or TLS mode can never meet a session that is not its own.
 */
export function createSessionKey(): (account: MailAccount) => string {
  const processSecret = randomBytes(32);
  return ({ inbox, user, password, origin }) =>
    createHmac('sha256', processSecret)
      .update(JSON.stringify([origin, inbox.host, inbox.port, inbox.isTls, user, password.reveal()]))
      .digest('base64url');
}
