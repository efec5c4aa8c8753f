import type { PublishedServer } from './mail-servers.ts';

/** The most trusted first. */
export type DiscoverySource =
  | 'installation'
  | 'providers'
  /** `/.well-known/autoconfig/`. */
  | 'well-known'
  /** The host `autoconfig`. */
  | 'autoconfig'
  /** RFC 6186, RFC 8314 §5.1. */
  | 'srv'
  /** The MX hosts' provider. */
  | 'mx'
  | 'usual-names';

/** `certain`: from operator, table or domain. `likely`: others could have named them. `guess`: unnamed. */
export type DiscoveryConfidence = 'certain' | 'likely' | 'guess';

/** A source's result, in a sentence for users. */
export interface SourceReport {
  readonly source: DiscoverySource;
  readonly finding: string;
}

/** The preferred first. */
export interface FoundServers {
  /** In ASCII. */
  readonly domain: string;
  readonly incoming: readonly PublishedServer[];
  readonly outgoing: readonly PublishedServer[];
  readonly source: DiscoverySource | null;
  readonly confidence: DiscoveryConfidence | null;
  /** In order of requests. */
  readonly reports: readonly SourceReport[];
}
