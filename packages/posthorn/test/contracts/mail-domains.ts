/** An internet with one domain for each way in which mail servers are published, well or badly. */
import type { ServerResponse } from 'node:http';
import type { ServiceTarget } from '../../src/application/ports/network/dns-records.ts';
import type { HostPorts, InternetPlan, OpenServer } from '../support/fake-internet.ts';

/** The servers behind all names. */
export interface DomainServers {
  /** Dovecot: TLS from the start, and STARTTLS. Its certificate is for the names that begin with `imap.` and `mail.`. */
  readonly tlsPort: number;
  readonly startTlsPort: number;
  readonly web: OpenServer;
  /** With a certificate that no name here has. */
  readonly otherName: OpenServer;
  readonly expired: OpenServer;
  readonly selfSigned: OpenServer;
  /** Takes connections and says nothing. */
  readonly silent: OpenServer;
  /** IMAP without TLS. */
  readonly clear: OpenServer;
}

/** Names with servers that have a certificate for them. */
export const GOOD_HOSTS = [
  ...['well-known', 'autoconfig', 'two', 'three', 'srv', 'starttls', 'usual', 'xn--bcher-kva', 'sub.parent'],
  ...['moved', 'huge', 'slow-web', 'likely', 'quoted', 'second', 'bad-web', 'no-xml', 'entry'],
].flatMap((domain) => [
  `imap.${domain}.test`,
  `mail.${domain}.test`,
  `${domain}.test`,
  `autoconfig.${domain}.test`,
]);
/** The hosts of a provider in the table. */
export const PROVIDER_HOSTS = ['imap.gmx.net', 'mail.gmx.net', 'outlook.office365.com'];

/** A document of autoconfig that names one server. */
function documentFor(host: string, { type = 'imap', port = 993, security = 'SSL' } = {}): string {
  return `<clientConfig version="1.1"><emailProvider id="x"><incomingServer type="${type}"><hostname>${host}</hostname>
<port>${port}</port><socketType>${security}</socketType><username>%EMAILADDRESS%</username>
<authentication>password-cleartext</authentication></incomingServer></emailProvider></clientConfig>`;
}

type Send = (response: ServerResponse) => unknown;

const text =
  (body: string): Send =>
  (response) =>
    response.end(body);
const at = (domain: string, host = `imap.${domain}`, options = {}): readonly [string, Send] => [
  `autoconfig.${domain}/mail/config-v1.1.xml`,
  text(documentFor(host, options)),
];

/** What the web server answers, by host and path. */
export const DOCUMENTS: ReadonlyMap<string, Send> = new Map<string, Send>([
  ['well-known.test/.well-known/autoconfig/mail/config-v1.1.xml', text(documentFor('imap.well-known.test'))],
  ['two.test/.well-known/autoconfig/mail/config-v1.1.xml', text(documentFor('imap.two.test'))],
  ...[
    at('autoconfig.test'),
    at('two.test', 'mail.two.test'),
    at('three.test'),
    at('likely.test', 'imap.gmx.net'),
  ],
  ...[at('wrong-name.test'), at('old.test'), at('self-signed.test'), at('closed.test'), at('quoted.test')],
  ...[
    at('xn--bcher-kva.test'),
    at('sub.parent.test'),
    at('silent.test'),
    at('clear.test', undefined, { port: 143, security: 'plain' }),
  ],
  at('pop.test', undefined, { type: 'pop3' }),
  [
    'autoconfig.moved.test/mail/config-v1.1.xml',
    (response) => response.writeHead(301, { location: 'http://evil.test/' }).end(),
  ],
  ['autoconfig.huge.test/mail/config-v1.1.xml', text(documentFor('imap.evil.test') + ' '.repeat(100_000))],
  [
    'autoconfig.hostile.test/mail/config-v1.1.xml',
    text(`<!DOCTYPE x [<!ENTITY a "${'a'.repeat(500)}">]>${documentFor('&a;')}`),
  ],
  ['autoconfig.no-xml.test/mail/config-v1.1.xml', text('<html><body>Welcome</body></html>')],
  ['autoconfig.slow-web.test/mail/config-v1.1.xml', () => undefined],
]);

const imaps = (domain: string, host = `imap.${domain}`): readonly [string, readonly ServiceTarget[]] => [
  `_imaps._tcp.${domain}`,
  [{ host, port: 993 }],
];

/** The records and ports of all domains. */
export function planDomains(servers: DomainServers): InternetPlan {
  const { tlsPort, startTlsPort, web, otherName, expired, selfSigned, silent, clear } = servers;
  const good: HostPorts = { 443: web.port, 993: tlsPort, 143: startTlsPort };
  const webHosts = ['pop', 'wrong-name', 'old', 'self-signed', 'closed', 'silent', 'clear', 'hostile'];
  return {
    hosts: {
      ...Object.fromEntries([...GOOD_HOSTS, ...PROVIDER_HOSTS].map((host) => [host, good])),
      ...Object.fromEntries(webHosts.map((domain) => [`autoconfig.${domain}.test`, { 443: web.port }])),
      'imap.usual.test': {},
      'mail.starttls.test': {},
      'imap.second.test': { 143: startTlsPort },
      'autoconfig.bad-web.test': { 443: otherName.port },
      'imap.wrong-name.test': { 993: otherName.port },
      'imap.old.test': { 993: expired.port },
      'imap.self-signed.test': { 993: selfSigned.port },
      'imap.closed.test': {},
      'imap.silent.test': { 993: silent.port },
      'imap.clear.test': { 143: clear.port },
      'imap.stripped.test': { 143: clear.port },
      'imap.inside.test': good,
    },
    addresses: { 'imap.inside.test': ['10.0.0.5'] },
    services: Object.fromEntries([
      ...['srv.test', 'moved.test', 'huge.test', 'slow-web.test', 'bad-web.test', 'no-xml.test'].map(
        (domain) => imaps(domain),
      ),
      ...[imaps('three.test', 'mail.three.test'), imaps('inside.test')],
      ['_imap._tcp.starttls.test', [{ host: 'imap.starttls.test', port: 143 }]],
      ['_imap._tcp.stripped.test', [{ host: 'imap.stripped.test', port: 143 }]],
      imaps('second.test'),
      ['_imap._tcp.second.test', [{ host: 'imap.second.test', port: 143 }]],
      ['_pop3s._tcp.pop-srv.test', [{ host: 'pop.pop-srv.test', port: 995 }]],
      ['_imaps._tcp.none.test', [{ host: '', port: 0 }]],
    ]),
    mailExchangers: {
      'mx.test': ['mx00.gmx.net'],
      'office.test': ['office-test.mail.protection.outlook.com'],
      'proton.test': ['mail.protonmail.ch'],
    },
  };
}
