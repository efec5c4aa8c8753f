import type { InboxServer, OutboxSecurity } from '../../domain/accounts/mail-account.ts';
import type { PublishedServer } from '../../domain/accounts/mail-servers.ts';
import type { StoredOutbox } from '../../domain/accounts/stored-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import type { MailServerDiscovery } from '../discovery/mail-server-discovery.ts';
import type { AccountValues, NewAccount } from './account-values.ts';

/** The given servers, else those found by address. Throws `invalid-document` for none. */
export async function findServers(
  { values, discovery }: { readonly values: NewAccount['values']; readonly discovery: MailServerDiscovery },
  signal: AbortSignal,
): Promise<Pick<AccountValues, 'inbox' | 'outbox'>> {
  const { inbox, outbox, from } = values;
  if (inbox !== undefined) return { inbox, outbox: outbox ?? null };
  const found = await discovery.discover(from.address, signal);
  const [incoming] = found.confidence === 'guess' ? [] : found.incoming;
  if (incoming === undefined) throw notFound(from.address);
  const [outgoing] = found.outgoing;
  return { inbox: toInbox(incoming), outbox: outbox ?? (outgoing === undefined ? null : toOutbox(outgoing)) };
}

function toInbox({ host, port, security }: PublishedServer): InboxServer {
  return { type: 'IMAP', host, port, isTls: security === 'tls' };
}

function toOutbox({ host, port, security }: PublishedServer): StoredOutbox {
  const kept: OutboxSecurity = security === 'tls' ? 'ssl' : 'starttls';
  return { host, port, security: kept };
}

function notFound(address: string): MailError {
  return new MailError('invalid-document', {
    detail: `No mail server is known for ${address}. Name inbox_address, inbox_port and inbox_ssl.`,
    member: 'attributes.inbox_address',
  });
}
