import type { MailServerEntry } from '../../domain/accounts/mail-server-entry.ts';
import type { AddressParts, LoginMechanism, PublishedServer } from '../../domain/accounts/mail-servers.ts';
import type { ProviderTable } from '../ports/provider-table.ts';
import { listServers, nothingAt, type SourceAnswer, usableServers } from './source-answer.ts';

/** The operator entry's servers; any host is allowed. */
export function askEntries(entries: readonly MailServerEntry[], { address }: AddressParts): SourceAnswer {
  const entry = entries.find(({ patterns }) => patterns.some((pattern) => pattern.matches(address)));
  if (entry === undefined)
    return nothingAt('installation', 'No entry of this installation is for the address.');
  const servers = serversOf(entry, address);
  const finding = `The entry "${entry.id}" of this installation names ${listServers(servers)}.`;
  return { source: 'installation', ...servers, confidence: 'certain', finding };
}

/** The provider table's servers. */
export function askProviders(providers: ProviderTable, parts: AddressParts): SourceAnswer {
  const known = providers.find(parts.domain);
  const servers = usableServers(known ?? { incoming: [], outgoing: [] }, parts);
  if (servers.incoming.length === 0) {
    return nothingAt('providers', `${parts.domain} is not in the table of providers.`);
  }
  const finding = `The table of providers names ${listServers(servers)}.`;
  return { source: 'providers', ...servers, confidence: 'certain', finding };
}

function serversOf({ inbox, outbox, auth = ['password'] }: MailServerEntry, user: string) {
  const mechanisms = auth.map((kind): LoginMechanism => (kind === 'bearer' ? 'oauth' : kind));
  const incoming: PublishedServer = {
    ...{ protocol: 'imap', host: inbox.host, port: inbox.port, user, mechanisms },
    security: inbox.isTls ? 'tls' : 'starttls',
  };
  if (outbox === undefined) return { incoming: [incoming], outgoing: [] };
  const outgoing: PublishedServer = {
    ...{ protocol: 'smtp', host: outbox.host, port: outbox.port, user, mechanisms },
    security: outbox.security === 'ssl' ? 'tls' : 'starttls',
  };
  return { incoming: [incoming], outgoing: [outgoing] };
}
