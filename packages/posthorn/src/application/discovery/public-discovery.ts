/** Strangers could use discovery to probe others. */
import { createHash } from 'node:crypto';
import type { FoundServers } from '../../domain/accounts/mail-server-discovery.ts';
import { isFullHostName, type PublishedServer } from '../../domain/accounts/mail-servers.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { clientNetwork } from '../../domain/network/client-network.ts';
import type { RateCharge, RateLimits, RateRule } from '../ports/state/rate-limits.ts';
import type { MailServerDiscovery } from './mail-server-discovery.ts';

/** An address and its client. */
export interface PublicQuestion {
  readonly address: string;
  /** From trusted proxies. */
  readonly client: string;
  /** True for people invited by an API key: they see the operator's internal hosts. */
  readonly isInvited?: boolean;
}

/** Finds mail servers within limits. */
export interface PublicDiscovery {
  /**
   * Like `MailServerDiscovery.discover`, without internal hosts for strangers. Throws `rate-limited` per
   * client, and `too-many-connections` above the concurrency limit.
   */
  discover(question: PublicQuestion, signal: AbortSignal): Promise<FoundServers>;
}

/** Dependencies. */
export interface PublicDiscoveryDependencies {
  readonly mailServerDiscovery: MailServerDiscovery;
  readonly rateLimits: RateLimits;
}

/** A setup needs two or three. */
const PER_CLIENT: RateRule = { capacity: 10, periodMs: 60_000 };
/** Each needs up to 18 connections and DNS queries. */
const MAX_UNDER_WAY = 20;
const RETRY_SECONDS = 5;

/** The service. */
export function createPublicDiscovery(dependencies: PublicDiscoveryDependencies): PublicDiscovery {
  const { mailServerDiscovery, rateLimits } = dependencies;
  let underWay = 0;
  return {
    async discover({ address, client, isInvited = false }, signal) {
      const waitMs = await rateLimits.take(chargeOf(client));
      if (waitMs > 0) throw tooManyQuestions(waitMs);
      if (underWay >= MAX_UNDER_WAY) throw tooManyAtOnce();
      underWay += 1;
      try {
        const found = await mailServerDiscovery.discover(address, signal);
        return isInvited ? found : withoutInsideHosts(found);
      } finally {
        underWay -= 1;
      }
    },
  };
}

function chargeOf(client: string): RateCharge {
  const owner = JSON.stringify(['discovery', clientNetwork(client)]);
  const name = createHash('sha256').update(owner).digest('base64url');
  return { name, rule: PER_CLIENT, units: 1 };
}

function withoutInsideHosts(found: FoundServers): FoundServers {
  const isOutside = ({ host }: PublishedServer) => isFullHostName(host.toLowerCase());
  const incoming = found.incoming.filter(isOutside);
  const outgoing = found.outgoing.filter(isOutside);
  const isEmpty = incoming.length + outgoing.length === 0;
  return { ...found, incoming, outgoing, ...(isEmpty && { source: null, confidence: null }) };
}

function tooManyQuestions(waitMs: number): MailError {
  return new MailError('rate-limited', {
    detail: 'The servers of too many addresses were asked for from this address.',
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}

function tooManyAtOnce(): MailError {
  return new MailError('too-many-connections', {
    detail: 'The servers of too many addresses are being looked for.',
    retryAfterSeconds: RETRY_SECONDS,
  });
}
