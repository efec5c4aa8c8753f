import { type FailedServer, MailError } from '../errors/mail-error.ts';
import type { MailAccount, SendingAccount } from './mail-account.ts';

/** Longer chains may be circular. */
const MAX_CAUSES = 4;

/** Adds the account's server to a MailError without one; other errors stay. */
export function failedAt(
  protocol: FailedServer['protocol'],
  account: SendingAccount & Partial<Pick<MailAccount, 'inbox'>>,
  error: unknown,
): unknown {
  const server = protocol === 'imap' ? account.inbox : account.outbox;
  if (!(error instanceof MailError) || server === undefined) return error;
  const entry = account.origin === 'operator' ? { entry: account.id } : {};
  error.server ??= { ...entry, protocol, host: server.host, port: server.port };
  return error;
}

/** The server of the error or its nearest cause with one. */
export function failedServerOf(error: unknown): FailedServer | undefined {
  let current = error;
  for (let depth = 0; depth <= MAX_CAUSES && current instanceof Error; depth += 1) {
    if (current instanceof MailError && current.server !== undefined) return current.server;
    current = current.cause;
  }
  return undefined;
}
