/** A whole Posthorn that listens, before mail servers that fail, as long runs need it: with its log, and with what it holds. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import { DEFAULT_POOL_LIMITS } from '../../../src/adapters/smtp/connection-pool.ts';
import { createSmtpTransport } from '../../../src/adapters/smtp/smtp-transport.ts';
import type { MessageLocks } from '../../../src/application/changing/message-locks.ts';
import { createPosthorn, type Posthorn } from '../../../src/composition/create-posthorn.ts';
import { readSettings } from '../../../src/config/load-settings.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { createLogger } from '../../../src/observability/logger.ts';
import { type Exchange, type ExchangeRequest, exchange } from '../../support/exchange.ts';

/** A mail server on loopback, which speaks plain text. */
export interface SoakedMailServer {
  /** Of the account. */
  readonly id: string;
  /** Of the users who are there; without it, all. */
  readonly domain?: string;
  readonly imapPort: number;
  readonly smtpPort?: number | undefined;
}

export interface SoakedPosthornOptions {
  readonly mailServers: readonly SoakedMailServer[];
  readonly settings?: Readonly<Record<string, string>>;
  /** Connections of all clients together; they share them. Default: as many as are needed. */
  readonly maxConnections?: number;
  /** Is given each line of the log, at all levels. Without it nothing is logged. */
  readonly onLogLine?: (line: string) => void;
}

/** What is held while requests are under way, and is 0 at rest. */
export interface HeldThings {
  readonly sessionsInUse: number;
  readonly sessionsOpening: number;
  readonly requestsWaiting: number;
  /** Changes of messages that hold a lock, or wait for one. */
  readonly lockedChanges: number;
}

export interface SoakedPosthorn {
  readonly posthorn: Posthorn;
  /** Such as `http://127.0.0.1:41234`. */
  readonly address: string;
  /** An exchange; `path` takes the place of the url. */
  ask(request: Omit<ExchangeRequest, 'url'> & { readonly path: string }): Promise<Exchange>;
  held(): HeldThings;
  /** Connections that this process has opened to any server, those of the clients included. */
  openConnections(): number;
  /** Ends the connections of the clients that are not in use. */
  disconnect(): void;
  close(): Promise<void>;
}

/** Less than installed, so that connections for sending come and go. */
const SMTP_IDLE_MS = 1_000;

/** The Basic header of a login. */
export function basicLogin(user: string, password: string): string {
  return `Basic ${btoa(`${user}:${password}`)}`;
}

/** Starts it. Close it. */
export async function startSoakedPosthorn(options: SoakedPosthornOptions): Promise<SoakedPosthorn> {
  const { mailServers, settings = {}, maxConnections = Number.POSITIVE_INFINITY, onLogLine } = options;
  const locks = countedLocks();
  const connections = countedConnections();
  const destination = { write: (line: string) => onLogLine?.(line) };
  const posthorn = createPosthorn(
    {
      settings: readSettings({ AUTH_PROVIDER: 'single-imap-user', PORT: '0', ...settings }),
      mailServers: mailServers.map(({ id, domain = '', imapPort, smtpPort }) => ({
        id: id as MailAccountId,
        inbox: { type: 'IMAP', host: '127.0.0.1', port: imapPort, isTls: false },
        ...(smtpPort !== undefined && { outbox: { host: '127.0.0.1', port: smtpPort, security: 'none' } }),
        patterns: [{ source: domain, matches: (user) => user.endsWith(domain) }],
        roots: [],
      })),
      extraRoots: [],
    },
    {
      logger: () => createLogger({ level: onLogLine ? 'trace' : 'silent', environment: 'soak', destination }),
      messageLocks: (_services, inherited) => locks.counted(inherited()),
      mailTransport: ({ hostPolicy }) =>
        createSmtpTransport({
          hostPolicy,
          extraRoots: [],
          poolLimits: { ...DEFAULT_POOL_LIMITS, idleMs: SMTP_IDLE_MS },
        }),
    },
  );
  const address = await posthorn.listen();
  const agent = new Agent({ keepAlive: true, maxSockets: maxConnections });
  return {
    ...{ posthorn, address },
    ask: ({ path, ...request }) => exchange({ ...request, url: `${address}${path}` }, agent),
    held() {
      const { inUse, opening, waiting } = posthorn.services.imapSessions.usage;
      return {
        ...{ sessionsInUse: inUse, sessionsOpening: opening, requestsWaiting: waiting },
        lockedChanges: locks.count(),
      };
    },
    openConnections: () => connections.count(),
    disconnect: () => agent.destroy(),
    async close() {
      connections.stop();
      agent.destroy();
      await posthorn.close();
    },
  };
}

/** Counts what the process connects to. */
function countedConnections(): { readonly count: () => number; readonly stop: () => void } {
  const open = new Set<Socket>();
  const add = (message: unknown) => {
    const { socket } = message as { readonly socket: Socket };
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  };
  subscribe('net.client.socket', add);
  return { count: () => open.size, stop: () => unsubscribe('net.client.socket', add) };
}

/** Locks that say how many changes have them or wait for them. */
function countedLocks() {
  let count = 0;
  return {
    count: () => count,
    counted: (locks: MessageLocks): MessageLocks => ({
      async run(messages, work, signal) {
        count += 1;
        try {
          return await locks.run(messages, work, signal);
        } finally {
          count -= 1;
        }
      },
    }),
  };
}
