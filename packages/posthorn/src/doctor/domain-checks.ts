import type { MailServerDiscovery } from '../application/discovery/mail-server-discovery.ts';
import type { DnsRecords } from '../application/ports/network/dns-records.ts';
import type { FoundServers } from '../domain/accounts/mail-server-discovery.ts';
import type { MailServerEntry } from '../domain/accounts/mail-server-entry.ts';
import { parseAddressSpec } from '../domain/values/address-spec.ts';
import { type Check, type Checks, ok, problem, warning } from './check.ts';

interface NamedServer {
  readonly host: string;
  readonly port: number;
}

/** Entry, domain and discovery. */
export interface DomainComparison {
  readonly entry: MailServerEntry;
  readonly dns: DnsRecords;
  /** Without entries. */
  readonly discovery: MailServerDiscovery;
}

const MAX_SHOWN_HOSTS = 4;
/** Servers are equal for all users. */
const ANY_USER = 'postmaster';

/** Checks the mail exchangers; compares discovered servers with the entry. */
export async function* checkDomain(
  domain: string,
  comparison: DomainComparison,
  signal: AbortSignal,
): Checks {
  yield await checkExchangers(domain, comparison);
  const { discovery, entry } = comparison;
  const address = `${ANY_USER}@${domain}`;
  // User names may contain @ without being addresses.
  if (parseAddressSpec(address) === undefined) return;
  const found = await discovery.discover(address, signal);
  const { inbox, outbox } = entry;
  yield checkPublished({ check: 'published IMAP', server: inbox, named: found.incoming }, found);
  if (outbox !== undefined) {
    yield checkPublished({ check: 'published submission', server: outbox, named: found.outgoing }, found);
  }
}

async function checkExchangers(domain: string, { entry, dns }: DomainComparison): Promise<Check> {
  const exchangers = await dns.mailExchangers(domain).catch(() => null);
  if (exchangers === null) return noAnswer('MX', domain);
  const hosts = exchangers.filter((host) => host !== '');
  if (hosts.length === 0) {
    const advice = 'Check the spelling of the address; if it is right, the domain needs an MX record.';
    return warning('MX', {
      finding: `${domain} has no mail exchanger, so mail to it may not arrive.`,
      advice,
    });
  }
  const isSame = hosts.some((host) => organisation(host) === organisation(entry.inbox.host));
  const remark = isSame
    ? ''
    : ` They are of another domain than ${entry.inbox.host}, as is usual with filters and large providers.`;
  return ok('MX', `${domain} takes mail at ${hosts.slice(0, MAX_SHOWN_HOSTS).join(', ')}.${remark}`);
}

/** Last two labels: coarse, for remarks only. */
function organisation(host: string): string {
  return host.toLowerCase().split('.').slice(-2).join('.');
}

interface PublishedComparison {
  readonly check: string;
  readonly server: NamedServer;
  readonly named: readonly NamedServer[];
}

/** Hosts only: providers use several ports. */
function checkPublished(
  { check, server, named }: PublishedComparison,
  { domain, reports }: FoundServers,
): Check {
  if (named.length === 0) return ok(check, `No server is found by what ${domain} publishes.`);
  const source = reports.at(-1)?.finding ?? '';
  if (named.some(({ host }) => host.toLowerCase() === server.host.toLowerCase())) {
    return ok(check, `${source} The entry has ${showServer(server)}.`);
  }
  return warning(check, {
    finding: `${source} The entry has ${showServer(server)}.`,
    advice: 'If the entry does not work, take the server that was found.',
  });
}

function showServer({ host, port }: NamedServer): string {
  return `${host}:${port}`;
}

function noAnswer(check: string, domain: string): Check {
  return problem(check, {
    finding: `No name server answers the question for ${domain}.`,
    advice: 'Check the DNS of this machine.',
  });
}
