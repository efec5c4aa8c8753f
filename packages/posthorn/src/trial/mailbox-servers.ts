import { type ProbedServer, probedInbox, probedOutbox } from '../doctor/probed-server.ts';
import type { AccountOrigin, InboxServer, OutboxServer } from '../domain/accounts/mail-account.ts';
import type { DiscoveryConfidence, FoundServers } from '../domain/accounts/mail-server-discovery.ts';
import type { MailServerEntry } from '../domain/accounts/mail-server-entry.ts';
import type { LoginMechanism, PublishedServer } from '../domain/accounts/mail-servers.ts';
import type { MailboxName } from '../domain/mailboxes/mailbox-name.ts';

/** Receiving server. */
export interface TrialInbox {
  readonly server: InboxServer;
  readonly user: string;
  readonly mechanisms: readonly LoginMechanism[];
  readonly probed: ProbedServer;
}

/** Sending server. */
export interface TrialOutbox {
  readonly server: Omit<OutboxServer, 'login'>;
  readonly user: string;
  readonly probed: ProbedServer;
}

/** In order of preference. */
export interface TrialServers {
  readonly inboxes: readonly TrialInbox[];
  readonly outboxes: readonly TrialOutbox[];
  readonly origin: AccountOrigin;
  readonly confidence: DiscoveryConfidence;
  readonly roots: readonly MailboxName[];
}

/** Per kind; more would take too long. */
const MAX_TRIED = 2;

/** An entry's servers, which the operator trusts. */
export function serversOfEntry(
  { inbox, outbox, roots, auth = ['password'] }: MailServerEntry,
  user: string,
): TrialServers {
  const mechanisms = auth.map((kind): LoginMechanism => (kind === 'bearer' ? 'oauth' : kind));
  return {
    inboxes: [{ server: inbox, user, mechanisms, probed: probedInbox(inbox) }],
    outboxes: outbox === undefined ? [] : [{ server: outbox, user, probed: probedOutbox(outbox) }],
    ...{ origin: 'operator', confidence: 'certain', roots },
  };
}

/** Discovered servers, which need TLS. */
export function serversFound({ incoming, outgoing, confidence }: FoundServers): TrialServers {
  return {
    inboxes: incoming.slice(0, MAX_TRIED).map(toInbox),
    outboxes: outgoing.slice(0, MAX_TRIED).map(toOutbox),
    ...{ origin: 'client', confidence: confidence ?? 'guess', roots: [] },
  };
}

function toInbox({ host, port, security, user, mechanisms }: PublishedServer): TrialInbox {
  const server: InboxServer = { type: 'IMAP', host, port, isTls: security === 'tls' };
  const probed = probedInbox(server);
  return { server, user, mechanisms, probed: server.isTls ? probed : { ...probed, security: 'starttls' } };
}

function toOutbox({ host, port, security, user }: PublishedServer): TrialOutbox {
  const server = { host, port, security: security === 'tls' ? 'ssl' : 'starttls' } as const;
  return { server, user, probed: probedOutbox(server) };
}
