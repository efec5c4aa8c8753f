/** What discovery asks, without a network. */
import {
  createMailServerDiscovery,
  type DiscoveryDependencies,
  type MailServerDiscovery,
} from '../../../src/application/discovery/mail-server-discovery.ts';
import type { ClientConfiguration } from '../../../src/application/ports/network/client-configurations.ts';
import type { PublishedServer, PublishedServers } from '../../../src/domain/accounts/mail-servers.ts';
import { type DnsZone, fakeDns } from '../../doctor/probe-tools.ts';

/** What there is to find. */
export interface FakeSources extends DnsZone, Partial<Pick<DiscoveryDependencies, 'entries' | 'dns'>> {
  /** By domain. */
  readonly providers?: Readonly<Record<string, PublishedServers>>;
  /** By address. */
  readonly documents?: Readonly<Record<string, ClientConfiguration>>;
  /** `host:port` of the servers that answer. */
  readonly there?: readonly string[];
  /** Gets what is asked, in order. */
  readonly asked?: string[];
}

/** A server for the users of any domain. */
export function server(host: string, parts: Partial<PublishedServer> = {}): PublishedServer {
  const defaults = { protocol: 'imap', port: 993, security: 'tls', user: '%EMAILADDRESS%' } as const;
  return { ...defaults, host, mechanisms: ['password'], ...parts };
}

/** A submission server. */
export function sender(host: string, parts: Partial<PublishedServer> = {}): PublishedServer {
  return server(host, { protocol: 'smtp', port: 465, ...parts });
}

/** A document that names these servers. */
export function documentOf(incoming: readonly PublishedServer[], outgoing: readonly PublishedServer[] = []) {
  return { kind: 'servers', incoming, outgoing, isPopOnly: false } as const;
}

/** Discovery that finds these. */
export function discoveryOver(sources: FakeSources): MailServerDiscovery {
  const { providers = {}, documents = {}, there = [], asked = [], entries = () => [] } = sources;
  const dns = sources.dns ?? fakeDns(sources);
  return createMailServerDiscovery({
    entries,
    providers: { find: (domain) => providers[domain] },
    dns: {
      addresses: dns.addresses,
      mailExchangers(domain) {
        asked.push(`MX ${domain}`);
        return dns.mailExchangers(domain);
      },
      services(name) {
        asked.push(`SRV ${name}`);
        return dns.services(name);
      },
    },
    documents: {
      async read(address) {
        asked.push(address);
        return documents[address] ?? { kind: 'absent' };
      },
    },
    probe: {
      async isThere({ host, port }) {
        asked.push(`${host}:${port}`);
        return there.includes(`${host}:${port}`);
      },
    },
  });
}
