/** Clients that take their answers octet by octet, or not at all, beside users who do all as they should. */
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { exchange } from '../../support/exchange.ts';
import { buildMessage } from '../../support/message-samples.ts';
import { residentMemory } from '../../support/process-memory.ts';
import { pick } from '../../support/seeded-random.ts';
import { serveInstallation } from '../installation.ts';
import { keepReadingSlowly, type SlowReader } from './slow-reader.ts';

export interface SlowReadersOptions {
  readonly slowReaders: number;
  readonly activeUsers: number;
  readonly seconds: number;
  readonly random: () => number;
  readonly onProgress?: (line: string) => void;
}

export interface SlowReadersReport {
  /** How many answers the active users got, by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Milliseconds in which 99 of 100 were answered. */
  readonly p99Ms: number;
  /** How often slow readers began. */
  readonly slowRequests: number;
  /** How many slow readers were connected at the end. */
  readonly connected: number;
  /** Resident octets of the server, every few seconds. */
  readonly memory: readonly number[];
}

const DOMAIN = 'example.org';
const PASSWORD = 'secret';
/** Slow readers share logins: 40 each. */
const READERS_PER_LOGIN = 40;
/** Of one address, of which the server takes 500 connections. */
const CLIENTS_PER_ADDRESS = 100;
/** Active users ask again after so long. */
const MAX_PAUSE_MS = 4_000;
const SAMPLE_MS = 5_000;
const LARGE_OCTETS = 8 * 1024 * 1024;
const LONG_TEXT_OCTETS = 900_000;
/** How long it takes until all slow readers have come. */
const ARRIVAL_MS = 20_000;

/** Runs it for the time. */
export async function serveBesideSlowReaders(options: SlowReadersOptions): Promise<SlowReadersReport> {
  const { slowReaders, activeUsers, seconds, random, onProgress = () => undefined } = options;
  const slowLogins = names('slow', Math.ceil(slowReaders / READERS_PER_LOGIN));
  const activeLogins = names('active', activeUsers);
  const sandbox = await startMail({ slowLogins, activeLogins });
  // Each active user and each slow login may have its sessions at the same time.
  const sessions = 3 * (slowLogins.length + activeLogins.length);
  const server = await serveInstallation({
    imapPort: sandbox.imapPort,
    settings: { APP_SESSIONS_TOTAL: String(sessions) },
  });
  const until = performance.now() + seconds * 1_000;
  const report = { statuses: {} as Record<string, number>, times: [] as number[], memory: [] as number[] };
  const readers: SlowReader[] = [];
  try {
    const active = activeLogins.map((name, index) =>
      useMail({ address: server.address, name, localAddress: addressOf(1, index), random, until, report }),
    );
    const arrival = Math.min(ARRIVAL_MS, (seconds * 1_000) / 4);
    for (let index = 0; index < slowReaders; index += 1) {
      const name = slowLogins[index % slowLogins.length] ?? '';
      readers.push(
        keepReadingSlowly({
          ...{ server: server.address, authorization: login(name), localAddress: addressOf(2, index) },
          path: pick(SLOW_PATHS, random),
          readsAtAll: index % 2 === 0,
        }),
      );
      await wait(arrival / slowReaders);
    }
    while (performance.now() < until) {
      await wait(Math.min(SAMPLE_MS, until - performance.now()));
      report.memory.push((await residentMemory(server.pid)).now);
      const connected = readers.filter((reader) => reader.isConnected()).length;
      const megabytes = Math.round((report.memory.at(-1) ?? 0) / 2 ** 20);
      onProgress(`${connected} slow readers, ${megabytes} MiB, ${JSON.stringify(report.statuses)}`);
      sandbox.clearRecording();
    }
    const connected = readers.filter((reader) => reader.isConnected()).length;
    await Promise.all(active);
    const slowRequests = readers.reduce((sum, reader) => sum + reader.requests(), 0);
    const { times, ...counted } = report;
    return { ...counted, connected, slowRequests, p99Ms: percentile99(times) };
  } finally {
    for (const reader of readers) reader.close();
    await server.stop('SIGKILL');
    await sandbox.close();
  }
}

const V1 = '/rest-api-email/v1/MailAccounts/example';
const MESSAGES = `${V1}/MailFolders/INBOX/MessageItems`;
/** A download, a long text, and a long list. */
const SLOW_PATHS = [
  `${MESSAGES}/1/source`,
  `${MESSAGES}/2/MessageBody`,
  `${MESSAGES}?page[limit]=200&include=MessageBody`,
] as const;
const ACTIVE_PATHS = [
  `${V1}/MailFolders`,
  `${MESSAGES}?page[limit]=20`,
  `${MESSAGES}/3`,
  `${MESSAGES}/4/MessageBody`,
  `${MESSAGES}/5/Attachments`,
  `/rest-api-email/v0/MailAccounts/example/MailFolders/INBOX/MessageItems?start=0&limit=20`,
] as const;

interface Mail {
  readonly slowLogins: readonly string[];
  readonly activeLogins: readonly string[];
}

async function startMail({ slowLogins, activeLogins }: Mail): Promise<Sandbox> {
  const ordinary = Array.from({ length: 20 }, (_, index) => ({
    raw: buildMessage({ subject: `Mail ${index}` }),
  }));
  const large = buildMessage({ attachments: [{ content: Buffer.alloc(LARGE_OCTETS, 'x') }] });
  const long = buildMessage({ text: 'A line of a long text.\r\n'.repeat(LONG_TEXT_OCTETS / 24) });
  const seed = (messages: readonly { readonly raw: Buffer }[]) => (name: string) => {
    return { name, password: PASSWORD, mailboxes: [{ name: 'INBOX', messages }] };
  };
  return startSandbox({
    users: [
      ...slowLogins.map(seed([{ raw: large }, { raw: long }, ...ordinary])),
      ...activeLogins.map(seed(ordinary)),
    ],
  });
}

interface ActiveUser {
  readonly address: string;
  readonly name: string;
  readonly localAddress: string;
  readonly random: () => number;
  readonly until: number;
  readonly report: { readonly statuses: Record<string, number>; readonly times: number[] };
}

/** Asks, reads, and asks again a little later. */
async function useMail({ address, name, localAddress, random, until, report }: ActiveUser): Promise<void> {
  const agent = new Agent({ keepAlive: true, localAddress });
  const headers = { authorization: login(name) };
  while (performance.now() < until) {
    await wait(random() * MAX_PAUSE_MS);
    const answer = await exchange({ url: `${address}${pick(ACTIVE_PATHS, random)}`, headers }, agent);
    const end = answer.end === 'answered' ? String(answer.status) : answer.end;
    report.statuses[end] = (report.statuses[end] ?? 0) + 1;
    report.times.push(answer.tookMs);
  }
  agent.destroy();
}

function names(kind: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${kind}${index}@${DOMAIN}`);
}

function login(name: string): string {
  return `Basic ${btoa(`${name}:${PASSWORD}`)}`;
}

/** An address of loopback for the client of this number; clients of different kinds have different ones. */
function addressOf(kind: number, index: number): string {
  return `127.0.${kind}.${1 + Math.floor(index / CLIENTS_PER_ADDRESS)}`;
}

function percentile99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}
