import { createHostPolicy } from '../adapters/network/host-policy.ts';
import { createSystemDns } from '../adapters/network/system-dns.ts';
import type { MailServerDiscovery } from '../application/discovery/mail-server-discovery.ts';
import type { HostPolicy } from '../application/ports/host-policy.ts';
import type { DnsRecords } from '../application/ports/network/dns-records.ts';
import { createDiscovery } from '../composition/create-discovery.ts';
import type { Configuration } from '../composition/services.ts';
import { MailError } from '../domain/errors/mail-error.ts';
import { isInsideAddress } from '../domain/errors/server-unreachable.ts';

/** A host and its port. */
export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

/** The real network, or a test's. */
export interface TrialNetwork {
  readonly dns: DnsRecords;
  readonly discovery: MailServerDiscovery;
  /** Permits private addresses for these servers only. */
  readonly policyFor: (privateServers: readonly HostAndPort[]) => HostPolicy;
}

/** This machine's network. */
export function createTrialNetwork(configuration: Configuration): TrialNetwork {
  const dns = createSystemDns();
  return {
    dns,
    discovery: createDiscovery(configuration, { dns }),
    policyFor: (privateServers) =>
      createHostPolicy({
        allowList: privateServers.map(({ host, port }) => `${host}:${port}`),
        isCleartextAllowed: false,
      }),
  };
}

/** True for a discovered server with a private or own address. */
export async function isPrivateServer(
  server: HostAndPort,
  { policyFor }: TrialNetwork,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await policyFor([]).vet({ ...server, origin: 'client' }, signal);
    return false;
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return isInsideAddress(error) || error.code === 'invalid-parameter';
  }
}
