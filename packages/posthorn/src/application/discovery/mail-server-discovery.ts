import type { FoundServers, SourceReport } from '../../domain/accounts/mail-server-discovery.ts';
import type { MailServerEntry } from '../../domain/accounts/mail-server-entry.ts';
import { type AddressParts, isFullHostName } from '../../domain/accounts/mail-servers.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { parseAddressSpec } from '../../domain/values/address-spec.ts';
import { untilAborted } from '../../domain/values/until-aborted.ts';
import type { ClientConfigurations } from '../ports/network/client-configurations.ts';
import type { DnsRecords } from '../ports/network/dns-records.ts';
import type { ServerProbe } from '../ports/network/server-probe.ts';
import type { ProviderTable } from '../ports/provider-table.ts';
import { askExchangers, askServices, noNameServer } from './dns-sources.ts';
import { askDocument } from './document-sources.ts';
import { askEntries, askProviders } from './local-sources.ts';
import { type AskSource, nothingAt, type SourceAnswer } from './source-answer.ts';
import { askUsualNames } from './usual-names.ts';

/** Finds mail servers. An address's local part never leaves the process. */
export interface MailServerDiscovery {
  /** The first source's servers within 7 s. Throws `invalid-parameter` for an invalid address. */
  discover(address: string, signal: AbortSignal): Promise<FoundServers>;
}

/** Dependencies. */
export interface DiscoveryDependencies {
  readonly entries: () => readonly MailServerEntry[];
  readonly providers: ProviderTable;
  readonly dns: DnsRecords;
  readonly documents: ClientConfigurations;
  readonly probe: ServerProbe;
}

/** Bounds the delay by a silent source. */
const SOURCE_MS = 4_000;
const PROBE_MS = 3_000;

/** The service. */
export function createMailServerDiscovery(dependencies: DiscoveryDependencies): MailServerDiscovery {
  const { entries, providers, dns, documents, probe } = dependencies;
  const published: readonly SourceOnTime[] = [
    { source: 'well-known', ask: askDocument('well-known', documents), timeoutMs: SOURCE_MS },
    { source: 'autoconfig', ask: askDocument('autoconfig', documents), timeoutMs: SOURCE_MS },
    { source: 'srv', ask: askServices(dns), timeoutMs: SOURCE_MS },
    { source: 'mx', ask: askExchangers(dns, providers), timeoutMs: SOURCE_MS },
  ];
  const guessed: SourceOnTime = { source: 'usual-names', ask: askUsualNames(probe), timeoutMs: PROBE_MS };
  return {
    async discover(address, signal) {
      const parts = partsOf(address);
      const reports: SourceReport[] = [];
      for await (const answer of answersTo(parts)) {
        reports.push({ source: answer.source, finding: answer.finding });
        if (answer.incoming.length > 0) return toFound(parts, { ...answer, reports });
      }
      return { domain: parts.domain, incoming: [], outgoing: [], source: null, confidence: null, reports };

      async function* answersTo(asked: AddressParts): AsyncGenerator<SourceAnswer, void> {
        yield askEntries(entries(), asked);
        if (!isFullHostName(asked.domain)) return;
        yield askProviders(providers, asked);
        yield* inOrder(published, { parts: asked, signal });
        yield* inOrder([guessed], { parts: asked, signal });
      }
    },
  };
}

interface SourceOnTime {
  readonly source: SourceAnswer['source'];
  readonly ask: AskSource;
  readonly timeoutMs: number;
}

interface Question {
  readonly parts: AddressParts;
  readonly signal: AbortSignal;
}

/** Queries all sources at once; yields answers in list order. */
async function* inOrder(
  sources: readonly SourceOnTime[],
  { parts, signal }: Question,
): AsyncGenerator<SourceAnswer, void> {
  const given = new AbortController();
  const question = { parts, signal: AbortSignal.any([signal, given.signal]) };
  try {
    const answers = sources.map((source) => askOnTime(source, question));
    for (const answer of answers) answer.catch(() => undefined);
    for (const answer of answers) yield await answer;
  } finally {
    given.abort();
  }
}

async function askOnTime(
  { source, ask, timeoutMs }: SourceOnTime,
  { parts, signal }: Question,
): Promise<SourceAnswer> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  const both = AbortSignal.any([signal, deadline.signal]);
  try {
    return await untilAborted(both, ask(parts, both));
  } catch (error) {
    signal.throwIfAborted();
    if (!deadline.signal.aborted) throw error;
    return nothingAt(source, silenceOf(source, parts));
  } finally {
    clearTimeout(timer);
  }
}

function silenceOf(source: SourceAnswer['source'], { domain }: AddressParts): string {
  if (source === 'usual-names') return `Nothing answers in time at imap.${domain} or mail.${domain}.`;
  const asked = { 'well-known': domain, autoconfig: `autoconfig.${domain}` } as const;
  if (source === 'well-known' || source === 'autoconfig') {
    return `${asked[source]} did not answer in time when asked for a document on its mail servers.`;
  }
  return noNameServer(source.toUpperCase(), domain);
}

function partsOf(text: string): AddressParts {
  const address = parseAddressSpec(text);
  if (address === undefined) {
    const detail = 'The parameter "address" must be an e-mail address.';
    throw new MailError('invalid-parameter', { detail, parameter: 'address' });
  }
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  return { address: `${address.slice(0, at)}@${domain}`, localPart: address.slice(0, at), domain };
}

function toFound(
  { domain }: AddressParts,
  {
    incoming,
    outgoing,
    source,
    confidence,
    reports,
  }: SourceAnswer & { readonly reports: readonly SourceReport[] },
): FoundServers {
  return { domain, incoming, outgoing, source, confidence, reports };
}
