import type { DiscoveryConfidence, DiscoverySource } from '../../domain/accounts/mail-server-discovery.ts';
import {
  type AddressParts,
  isWithinDomain,
  type PublishedServer,
  type PublishedServers,
  serverFor,
} from '../../domain/accounts/mail-servers.ts';

/** A source's servers for an address. */
export interface SourceAnswer extends PublishedServers {
  readonly source: DiscoverySource;
  readonly confidence: DiscoveryConfidence;
  readonly finding: string;
}

/** Queries one source. Rejects with the signal's reason. */
export type AskSource = (parts: AddressParts, signal: AbortSignal) => Promise<SourceAnswer>;

/** An answer without servers. */
export function nothingAt(source: DiscoverySource, finding: string): SourceAnswer {
  return { source, incoming: [], outgoing: [], confidence: 'guess', finding };
}

/** The usable servers. */
export function usableServers(
  { incoming, outgoing }: PublishedServers,
  parts: AddressParts,
): Pick<SourceAnswer, 'incoming' | 'outgoing'> {
  const usable = (servers: readonly PublishedServer[]) =>
    servers.flatMap((server) => serverFor(server, parts) ?? []);
  return { incoming: usable(incoming), outgoing: usable(outgoing) };
}

/** A domain's own statement is certain, unless it names other hosts. */
export function confidenceIn(
  { incoming, outgoing }: PublishedServers,
  { domain }: AddressParts,
): DiscoveryConfidence {
  const isOwn = [...incoming, ...outgoing].every(({ host }) => isWithinDomain(host, domain));
  return isOwn ? 'certain' : 'likely';
}

/** Lists first servers: `imap.example.org:993 and smtp.example.org:465`. */
export function listServers({ incoming, outgoing }: PublishedServers): string {
  return [...incoming.slice(0, 1), ...outgoing.slice(0, 1)]
    .map(({ host, port }) => `${host}:${port}`)
    .join(' and ');
}
