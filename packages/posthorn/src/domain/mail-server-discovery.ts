import type { PublishedServer } from './mail-servers.ts';

/** The most trustworthy first. */
export type DiscoverySource =
  | 'installation'
  /** The built-in table. */
  | 'providers'
  /** `/.well-known/autoconfig/` of the domain. */
  | 'well-known'
  /** The host `autoconfig` of the domain. */
  | 'autoconfig'
  /** RFC 6186, RFC 8314 §5.1. */
  | 'srv'
  /** The provider of the domain's MX hosts. */
  | 'mx'
  | 'usual-names';

/** `certain`: from operator, table or domain. `likely`: others could have named them. `guess`: named by no source. */
export type DiscoveryConfidence = 'certain' | 'likely' | 'guess';

/** The result of one source, in a sentence for users. */
export interface SourceReport {
  readonly source: DiscoverySource;
  readonly finding: string;
}

/** The servers of an address. */
export interface FoundServers {
  /** In ASCII. */
  readonly domain: string;
  /** The preferred first. */
  readonly incoming: readonly PublishedServer[];
  /** The preferred first. */
  readonly outgoing: readonly PublishedServer[];
  readonly source: DiscoverySource | null;
  readonly confidence: DiscoveryConfidence | null;
  /** In the order of requests. */
  readonly reports: readonly SourceReport[];
}
