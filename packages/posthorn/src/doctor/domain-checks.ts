/** Compares an entry with what the domain of an address publishes about its mail (RFC 6186, RFC 8314 section 5.1). */
import type { DnsRecords, ServiceTarget } from '../adapters/network/dns-records.ts';
import type { MailServerEntry } from '../domain/mail-server-entry.ts';
import { type Check, type Checks, ok, problem, warning } from './check.ts';

/** A server as an entry or a record names it. */
interface NamedServer {
  readonly host: string;
  readonly port: number;
}

interface ServiceQuestion {
  readonly check: string;
  readonly server: NamedServer;
  /** The service that fits the entry's way of encryption first, then the other one. */
  readonly services: readonly [string, string];
}

const MAX_SHOWN_HOSTS = 4;

/** The mail exchangers of the domain, and whether its services are those of the entry. */
export async function* checkDomain(
  domain: string,
  { entry, dns }: { entry: MailServerEntry; dns: DnsRecords },
): Checks {
  yield await checkExchangers(domain, { entry, dns });
  for (const question of questionsFor(entry)) yield await checkService(domain, question, dns);
}

async function checkExchangers(
  domain: string,
  { entry, dns }: { entry: MailServerEntry; dns: DnsRecords },
): Promise<Check> {
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

/** The last two labels: coarse, and only for a remark. */
function organisation(host: string): string {
  return host.toLowerCase().split('.').slice(-2).join('.');
}

function questionsFor({ inbox, outbox }: MailServerEntry): readonly ServiceQuestion[] {
  const inboxQuestion: ServiceQuestion = {
    check: 'SRV IMAP',
    server: inbox,
    services: inbox.isTls ? ['_imaps._tcp', '_imap._tcp'] : ['_imap._tcp', '_imaps._tcp'],
  };
  if (outbox === undefined) return [inboxQuestion];
  const isImplicitTls = outbox.security === 'ssl';
  const services: ServiceQuestion['services'] = isImplicitTls
    ? ['_submissions._tcp', '_submission._tcp']
    : ['_submission._tcp', '_submissions._tcp'];
  return [inboxQuestion, { check: 'SRV submission', server: outbox, services }];
}

async function checkService(domain: string, question: ServiceQuestion, dns: DnsRecords): Promise<Check> {
  const { check, server, services } = question;
  const ask = (service: string) => dns.services(`${service}.${domain}`);
  const answers = await Promise.all(services.map(ask)).catch(() => null);
  if (answers === null) return noAnswer(check, domain);
  const targets = answers.flat().filter(({ host }) => host !== '');
  if (targets.some((target) => isSameServer(target, server))) {
    return ok(check, `${domain} names ${showServer(server)}, as the entry does.`);
  }
  if (targets.length > 0) return differentServers(domain, targets, question);
  const isDenied = answers.flat().length > 0;
  return ok(check, isDenied ? `${domain} says that it has no such service.` : `${domain} names no server.`);
}

function differentServers(
  domain: string,
  targets: readonly ServiceTarget[],
  { check, server }: ServiceQuestion,
) {
  const named = targets.slice(0, MAX_SHOWN_HOSTS).map(showServer).join(', ');
  return warning(check, {
    finding: `${domain} names ${named}, and the entry ${showServer(server)}.`,
    advice: 'If the entry does not work, take the server that the domain names.',
  });
}

function isSameServer(a: NamedServer, b: NamedServer): boolean {
  return a.host.toLowerCase() === b.host.toLowerCase() && a.port === b.port;
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
