/** Marks failures with the mail server at which they happened. */
import type { MailAccount } from './mail-account.ts';
import { type FailedServer, MailError } from './mail-error.ts';

/** Longer chains of causes repeat themselves, or are a circle. */
const MAX_CAUSES = 4;

/** The error, marked with the account's receiving or sending server unless it is marked already. Other errors stay as they are. */
export function failedAt(protocol: FailedServer['protocol'], account: MailAccount, error: unknown): unknown {
  const server = protocol === 'imap' ? account.inbox : account.outbox;
  if (!(error instanceof MailError) || server === undefined) return error;
  const entry = account.origin === 'operator' ? { entry: account.id } : {};
  error.server ??= { ...entry, protocol, host: server.host, port: server.port };
  return error;
}

/** The server of the error, or of the first of its causes that has one. */
export function failedServerOf(error: unknown): FailedServer | undefined {
  let current = error;
  for (let depth = 0; depth <= MAX_CAUSES && current instanceof Error; depth += 1) {
    if (current instanceof MailError && current.server !== undefined) return current.server;
    current = current.cause;
  }
  return undefined;
}
