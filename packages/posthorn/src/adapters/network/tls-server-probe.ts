import type { HostPolicy } from '../../application/ports/host-policy.ts';
import type { ServerProbe } from '../../application/ports/network/server-probe.ts';
import type { PublishedServer } from '../../domain/accounts/mail-servers.ts';
import { type LineConnection, openLineConnection } from './line-connection.ts';

/** Probe options. */
export interface ServerProbeOptions {
  readonly hostPolicy: HostPolicy;
  readonly extraRoots: readonly string[];
}

type ProbedServer = Pick<PublishedServer, 'protocol' | 'host' | 'port' | 'security'>;

const ANSWER_TIMEOUT_MS = 2_500;
const MAX_LINES = 50;

/** Does not reveal the user. */
export function createServerProbe(options: ServerProbeOptions): ServerProbe {
  return {
    async isThere(server, signal) {
      try {
        return await visit(server, options, signal);
      } catch {
        signal.throwIfAborted();
        return false;
      }
    },
  };
}

async function visit(
  server: ProbedServer,
  { hostPolicy, extraRoots }: ServerProbeOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const { host: name, port } = server;
  const host = await hostPolicy.vet({ host: name, port, origin: 'client' }, signal);
  const connection = await openLineConnection({ host, extraRoots, timeoutMs: ANSWER_TIMEOUT_MS }, signal);
  try {
    if (server.security === 'starttls' && !(await requestTls(server, connection))) return false;
    const { isForHost, trustError } = await connection.startTls();
    if (!isForHost || trustError !== null) return false;
    // No greeting follows STARTTLS.
    return server.security === 'starttls' || isGreeting(server, await connection.readLine());
  } finally {
    connection.close();
  }
}

async function requestTls({ protocol }: ProbedServer, connection: LineConnection): Promise<boolean> {
  if (!isGreeting({ protocol }, await lastLine(connection, protocol))) return false;
  if (protocol === 'imap') {
    connection.send('p STARTTLS');
    return /^p OK\b/i.test(await taggedLine(connection));
  }
  connection.send('EHLO [127.0.0.1]');
  if (!(await lastLine(connection, protocol)).startsWith('250')) return false;
  connection.send('STARTTLS');
  return (await lastLine(connection, protocol)).startsWith('220');
}

/** RFC 9051 §7.1.1, RFC 5321 §4.2. PREAUTH and BYE refuse clients. */
function isGreeting({ protocol }: Pick<ProbedServer, 'protocol'>, line: string): boolean {
  return protocol === 'imap' ? /^\* OK\b/i.test(line) : line.startsWith('220');
}

/** The last of an SMTP reply, or any of IMAP. */
async function lastLine(connection: LineConnection, protocol: ProbedServer['protocol']): Promise<string> {
  return lineThat(connection, (line) => protocol === 'imap' || !/^\d{3}-/.test(line));
}

async function taggedLine(connection: LineConnection): Promise<string> {
  return lineThat(connection, (line) => line.startsWith('p '));
}

async function lineThat(connection: LineConnection, isLast: (line: string) => boolean): Promise<string> {
  for (let count = 0; count < MAX_LINES; count += 1) {
    const line = await connection.readLine();
    if (isLast(line)) return line;
  }
  throw new Error('The server does not come to an end.');
}
