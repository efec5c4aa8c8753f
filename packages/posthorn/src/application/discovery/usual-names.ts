/** Usual names with a valid certificate. */
import {
  type PublishedServer,
  type ServerProtocol,
  WHOLE_ADDRESS,
} from '../../domain/accounts/mail-servers.ts';
import type { ServerProbe } from '../ports/network/server-probe.ts';
import { type AskSource, listServers, nothingAt } from './source-answer.ts';

/** In order of preference. */
const CANDIDATES: readonly (readonly [protocol: ServerProtocol, label: string, port: number])[] = [
  ['imap', 'imap', 993],
  ['imap', 'mail', 993],
  ['imap', 'imap', 143],
  ['imap', 'mail', 143],
  ['smtp', 'smtp', 465],
  ['smtp', 'mail', 465],
  ['smtp', 'smtp', 587],
  ['smtp', 'mail', 587],
];
const TLS_PORTS: ReadonlySet<number> = new Set([993, 465]);

/** Probes all candidates at once; empty without an IMAP server. */
export function askUsualNames(probe: ServerProbe): AskSource {
  return async ({ domain, address }, signal) => {
    const servers = CANDIDATES.map(([protocol, label, port]): PublishedServer => {
      const security = TLS_PORTS.has(port) ? 'tls' : 'starttls';
      return {
        protocol,
        host: `${label}.${domain}`,
        port,
        security,
        user: WHOLE_ADDRESS,
        mechanisms: ['password'],
      };
    });
    const answers = await Promise.all(servers.map((server) => probe.isThere(server, signal)));
    const there = servers
      .filter((_server, index) => answers[index])
      .map((server) => ({ ...server, user: address }));
    const incoming = there.filter(({ protocol }) => protocol === 'imap').slice(0, 1);
    const outgoing = there.filter(({ protocol }) => protocol === 'smtp').slice(0, 1);
    if (incoming.length === 0) {
      return nothingAt(
        'usual-names',
        `No mail server with a valid certificate answers at imap.${domain} or mail.${domain}.`,
      );
    }
    const finding = `${listServers({ incoming, outgoing })}: they answer with certificates for their names.`;
    return { source: 'usual-names', incoming, outgoing, confidence: 'guess', finding };
  };
}
