import { createHostPolicy } from '../adapters/network/host-policy.ts';
import { createHttpsConfigurations } from '../adapters/network/https-configurations.ts';
import { createProviderTable } from '../adapters/network/shipped-providers.ts';
import { createSystemDns } from '../adapters/network/system-dns.ts';
import { createServerProbe } from '../adapters/network/tls-server-probe.ts';
import {
  createMailServerDiscovery,
  type MailServerDiscovery,
} from '../application/discovery/mail-server-discovery.ts';
import type { HostPolicy } from '../application/ports/host-policy.ts';
import type { DnsRecords } from '../application/ports/network/dns-records.ts';
import type { Configuration } from './services.ts';

/** Network access. Default: name servers and public addresses. */
export interface DiscoveryNetwork {
  readonly dns?: DnsRecords;
  readonly mailPolicy?: HostPolicy;
  readonly webPolicy?: HostPolicy;
}

const HTTPS_PORTS: ReadonlySet<number> = new Set([443]);

/** Discovery at public addresses only: anonymous clients can use it. */
export function createDiscovery(
  configuration: Pick<Configuration, 'mailServers' | 'extraRoots' | 'settings'>,
  network: DiscoveryNetwork = {},
): MailServerDiscovery {
  const { extraRoots, settings } = configuration;
  const strict = { allowList: [], isCleartextAllowed: false };
  const {
    dns = createSystemDns(),
    mailPolicy = createHostPolicy({ ...strict, onlyList: settings.mailHostsOnly }),
    webPolicy = createHostPolicy({ ...strict, clientPorts: HTTPS_PORTS }),
  } = network;
  return createMailServerDiscovery({
    entries: () => configuration.mailServers,
    providers: createProviderTable(),
    dns,
    documents: createHttpsConfigurations({ hostPolicy: webPolicy, extraRoots }),
    probe: createServerProbe({ hostPolicy: mailPolicy, extraRoots }),
  });
}
