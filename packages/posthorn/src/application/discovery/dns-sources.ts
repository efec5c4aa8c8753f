import {
  type PublishedServer,
  type PublishedServers,
  WHOLE_ADDRESS,
} from '../../domain/accounts/mail-servers.ts';
import type { DnsRecords, ServiceTarget } from '../ports/network/dns-records.ts';
import type { ProviderTable } from '../ports/provider-table.ts';
import { findMailHoster } from './mail-hosters.ts';
import { type AskSource, listServers, nothingAt, usableServers } from './source-answer.ts';

type ServiceTraits = Pick<PublishedServer, 'protocol' | 'security'>;

/** RFC 6186 and RFC 8314, implicit TLS first. */
const SERVICES: Readonly<Record<string, ServiceTraits>> = {
  '_imaps._tcp': { protocol: 'imap', security: 'tls' },
  '_imap._tcp': { protocol: 'imap', security: 'starttls' },
  '_submissions._tcp': { protocol: 'smtp', security: 'tls' },
  '_submission._tcp': { protocol: 'smtp', security: 'starttls' },
};
const POP_SERVICE = '_pop3s._tcp';

/** Queries SRV records. They can be forged: their servers are never certain. */
export function askServices(dns: DnsRecords): AskSource {
  return async (parts) => {
    const { domain } = parts;
    const targetsOf = (service: string) => dns.services(`${service}.${domain}`).catch(() => null);
    const ask = async ([service, traits]: readonly [string, ServiceTraits]) =>
      (await targetsOf(service))?.map((target) => toServer(target, traits)) ?? null;
    const [pop, ...answers] = await Promise.all([
      targetsOf(POP_SERVICE),
      ...Object.entries(SERVICES).map(ask),
    ]);
    if (answers.every((answer) => answer === null)) return nothingAt('srv', noNameServer('SRV', domain));
    const named = usableServers(byProtocol(answers.flatMap((answer) => answer ?? [])), parts);
    if (named.incoming.length > 0) {
      const finding = `The SRV records of ${domain} name ${listServers(named)}.`;
      return { source: 'srv', ...named, confidence: 'likely', finding };
    }
    const isPopOnly = pop?.some(({ host }) => host !== '') ?? false;
    return nothingAt(
      'srv',
      isPopOnly ? `The SRV records of ${domain} name POP3 and no IMAP.` : noService(domain),
    );
  };
}

/** Queries MX records: the receiver of a domain's mail usually stores it. */
export function askExchangers(dns: DnsRecords, providers: ProviderTable): AskSource {
  return async (parts) => {
    const answer = await dns.mailExchangers(parts.domain).catch(() => null);
    if (answer === null) return nothingAt('mx', noNameServer('MX', parts.domain));
    const exchangers = answer.filter((host) => host !== '');
    const [first] = exchangers;
    if (first === undefined) return nothingAt('mx', `${parts.domain} has no host that takes its mail (MX).`);
    const hoster = findMailHoster(exchangers, providers);
    if (hoster === undefined)
      return nothingAt('mx', `${first}, which takes the mail of ${parts.domain}, is no known provider.`);
    if ('advice' in hoster) return nothingAt('mx', hoster.advice);
    const servers = usableServers(hoster.servers, parts);
    const finding = `${first} takes the mail of ${parts.domain}, and its provider has ${listServers(servers)}.`;
    return { source: 'mx', ...servers, confidence: 'likely', finding };
  };
}

/** A failed lookup's finding. */
export function noNameServer(records: string, domain: string): string {
  return `No name server answers the question for the ${records} records of ${domain}.`;
}

function noService(domain: string): string {
  return `The SRV records of ${domain} name no IMAP server with TLS.`;
}

function toServer({ host, port }: ServiceTarget, traits: ServiceTraits): PublishedServer {
  return { ...traits, host, port, user: WHOLE_ADDRESS, mechanisms: ['password'] };
}

function byProtocol(servers: readonly PublishedServer[]): PublishedServers {
  return {
    incoming: servers.filter(({ protocol }) => protocol === 'imap'),
    outgoing: servers.filter(({ protocol }) => protocol === 'smtp'),
  };
}
