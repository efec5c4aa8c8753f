/** One signed-in IMAP connection on imapflow: the only module that uses imapflow and its hidden members. */
import { rootCertificates } from 'node:tls';
import { ImapFlow } from 'imapflow';
import type { VettedHost } from '../../application/ports/host-policy.ts';
import type { TrafficMeter } from '../../application/ports/traffic-meter.ts';
import type { MailAccount } from '../../domain/mail-account.ts';
import { MailError } from '../../domain/mail-error.ts';
import { toConnectError } from './imap-errors.ts';
import type { TokenNode } from './tokens.ts';

/** An untagged response: for `* 3 FETCH (...)` the command is `3` and the first attribute `FETCH`. */
export interface UntaggedResponse {
  readonly command: string;
  readonly attributes: readonly TokenNode[];
}

export interface ImapCommand {
  /** The command name, such as `UID FETCH`. */
  readonly name: string;
  readonly arguments: readonly TokenNode[];
  /** Receives the untagged responses of the named kinds while the command runs. */
  readonly untagged?: Readonly<Record<string, (response: UntaggedResponse) => void>>;
}

/** A connection in the authenticated state. One command at a time. */
export interface ImapConnection {
  readonly capabilities: ReadonlySet<string>;
  readonly isOpen: boolean;
  /**
   * Runs one command to its tagged OK. Rejects with the server's NO or BAD, with the connection's failure, or
   * with the signal's reason; an abort closes the connection, for its answer would meet the next command.
   */
  run(command: ImapCommand, signal: AbortSignal): Promise<TaggedResponse>;
  /** Calls the listener for each EXISTS, EXPUNGE and FETCH that no running command handles itself. */
  onMailboxNews(listener: () => void): void;
  logout(): Promise<void>;
  destroy(): void;
}

/** The attributes of the tagged OK; a response code is in the first one's `section`. */
export interface TaggedResponse {
  readonly attributes: readonly TokenNode[];
}

export interface ConnectOptions {
  readonly account: MailAccount;
  readonly host: VettedHost;
  readonly isCleartextAllowed: boolean;
  /** PEM of further trusted roots, beside those of Node. */
  readonly extraRoots: readonly string[];
  readonly trafficMeter: TrafficMeter;
}

/** Bounds on the connection; imapflow's own defaults are minutes and gigabytes. */
const CONNECT_TIMEOUT_MS = 10_000;
const GREETING_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 60_000;
const MAX_LITERAL_OCTETS = 64 * 1024 * 1024;
const MAX_RESPONSE_OCTETS = 80 * 1024 * 1024;
const MAX_LINE_OCTETS = 8 * 1024 * 1024;

/** Untagged responses that tell of changes in the open mailbox. */
const NEWS = ['EXISTS', 'EXPUNGE', 'FETCH'] as const;

/** The members of imapflow that run but are not in its types. A test per member fails when an upgrade moves them. */
interface HiddenMembers {
  exec(
    command: string,
    attributes: readonly TokenNode[],
    options: { untagged?: Record<string, (response: UntaggedResponse) => Promise<void>> },
  ): Promise<{ response: TaggedResponse; next: () => void }>;
  readonly untaggedHandlers: Record<string, (response: UntaggedResponse) => Promise<void>>;
  initialPREAUTH: () => Promise<void>;
}

/**
 * Connects, secures the connection as the account asks, and signs in. Throws MailError
 * `server-unreachable`, `tls-required`, `authentication-failed`, `server-unavailable`, `rate-limited`, `server-timeout`.
 */
export async function connectImap(options: ConnectOptions, signal: AbortSignal): Promise<ImapConnection> {
  signal.throwIfAborted();
  const client = new ImapFlow(clientOptions(options));
  // imapflow emits errors of a broken connection; without a listener they would end the process.
  client.on('error', () => client.close());
  refusePreauth(client);
  const abort = () => client.close();
  signal.addEventListener('abort', abort, { once: true });
  try {
    await client.connect();
  } catch (error) {
    client.close();
    signal.throwIfAborted();
    throw toConnectError(error);
  } finally {
    signal.removeEventListener('abort', abort);
  }
  return createConnection(client, options.trafficMeter);
}

function clientOptions({ account, host, isCleartextAllowed, extraRoots }: ConnectOptions) {
  const isImplicitTls = account.inbox.isTls;
  return {
    host: host.address,
    port: host.port,
    ...(host.serverName !== undefined && { servername: host.serverName }),
    secure: isImplicitTls,
    // Undefined means: use STARTTLS where the server offers it. True means: refuse to go on without.
    ...(!isImplicitTls && !isCleartextAllowed && { doSTARTTLS: true }),
    auth: { user: account.user, pass: account.password.reveal() },
    tls: {
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2' as const,
      ...(extraRoots.length > 0 && { ca: [...rootCertificates, ...extraRoots] }),
    },
    logger: false as const,
    clientInfo: { name: 'posthorn', version: '', vendor: '', 'support-url': '' },
    disableAutoIdle: true,
    disableAutoEnable: true,
    disableCompression: true,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    maxLiteralSize: MAX_LITERAL_OCTETS,
    maxResponseSize: MAX_RESPONSE_OCTETS,
    maxLineLength: MAX_LINE_OCTETS,
  };
}

/** A PREAUTH greeting would sign us in as whoever the server says, with no password checked and no TLS. */
function refusePreauth(client: ImapFlow): void {
  hidden(client).initialPREAUTH = async () => {
    client.close();
  };
}

function hidden(client: ImapFlow): HiddenMembers {
  return client as unknown as HiddenMembers;
}

function createConnection(client: ImapFlow, trafficMeter: TrafficMeter): ImapConnection {
  let isOpen = true;
  client.on('close', () => {
    isOpen = false;
  });
  return {
    capabilities: new Set([...client.capabilities.keys()].map((name) => name.toUpperCase())),
    get isOpen() {
      return isOpen && client.usable;
    },
    async run(command, signal) {
      const before = client.stats();
      try {
        return await runCommand(client, command, signal);
      } finally {
        const { sent, received } = client.stats();
        trafficMeter.add(signal, {
          roundTrips: 1,
          sentOctets: sent - before.sent,
          receivedOctets: received - before.received,
        });
      }
    },
    onMailboxNews(listener) {
      const handler = async () => listener();
      for (const kind of NEWS) hidden(client).untaggedHandlers[kind] = handler;
    },
    async logout() {
      await client.logout().catch(() => undefined);
      client.close();
    },
    destroy: () => client.close(),
  };
}

async function runCommand(
  client: ImapFlow,
  command: ImapCommand,
  signal: AbortSignal,
): Promise<TaggedResponse> {
  signal.throwIfAborted();
  const abort = () => client.close();
  signal.addEventListener('abort', abort, { once: true });
  try {
    const { response, next } = await hidden(client).exec(command.name, command.arguments, {
      untagged: asyncHandlers(command.untagged ?? {}),
    });
    next();
    signal.throwIfAborted();
    return response;
  } catch (error) {
    if (signal.aborted) throw abortReason(signal);
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function abortReason(signal: AbortSignal): unknown {
  return signal.reason instanceof Error
    ? signal.reason
    : new MailError('server-timeout', { detail: 'The request was given up.' });
}

function asyncHandlers(handlers: NonNullable<ImapCommand['untagged']>) {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      async (response: UntaggedResponse) => handle(response),
    ]),
  );
}
