import type { MailServerEntry } from '../../domain/accounts/mail-server-entry.ts';
import type { PublishedServer } from '../../domain/accounts/mail-servers.ts';
import type { StoredAccount } from '../../domain/accounts/stored-account.ts';
import type { ConnectedServers } from './account-connection.ts';
import type { PendingServers, PendingStep } from './pending-step.ts';

/** A login's servers and user. */
export interface ChosenServers extends ConnectedServers {
  readonly user: string;
}

/** The found servers, or null. The operator's entries are used unchanged. */
export function chosenServers(
  { address, servers }: PendingStep,
  entries: readonly MailServerEntry[],
): ChosenServers | null {
  if (servers?.incoming == null) return null;
  if (servers.source === 'installation') {
    const entry = entries.find(({ patterns }) => patterns.some((pattern) => pattern.matches(address)));
    return entry === undefined ? null : { inbox: entry.inbox, outbox: entry.outbox ?? null, user: address };
  }
  const { host, port, security, user } = servers.incoming;
  return {
    inbox: { type: 'IMAP', host, port, isTls: security === 'tls' },
    outbox: toOutbox(servers.outgoing),
    user,
  };
}

/** An account's servers as shown on the page; null without an inbox. */
export function serversOfAccount({ inbox, outbox, login, provider }: StoredAccount): PendingServers | null {
  if (inbox === null) return null;
  const mechanism = provider === null ? login.mechanism : 'oauth';
  const common = { user: login.user, mechanisms: [mechanism] } as const;
  return {
    incoming: {
      ...{ protocol: 'imap', host: inbox.host, port: inbox.port, ...common },
      security: inbox.isTls ? 'tls' : 'starttls',
    },
    outgoing: outbox && {
      ...{ protocol: 'smtp', host: outbox.host, port: outbox.port, ...common },
      security: outbox.security === 'ssl' ? 'tls' : 'starttls',
    },
    ...{ source: null, confidence: 'certain' },
  };
}

function toOutbox(server: PublishedServer | null): ConnectedServers['outbox'] {
  if (server === null) return null;
  const { host, port, security } = server;
  return { host, port, security: security === 'tls' ? 'ssl' : 'starttls' };
}
