/** One signed-in IMAP connection on imapflow: the only module that uses imapflow and its hidden members. */
import type { Writable } from 'node:stream';
import { rootCertificates } from 'node:tls';
import { ImapFlow } from 'imapflow';
import type { VettedHost } from '../../application/ports/host-policy.ts';
import type { TrafficMeter } from '../../application/ports/traffic-meter.ts';
import type { MailAccount } from '../../domain/mail-account.ts';
import { MailError } from '../../domain/mail-error.ts';
import type { OctetSource } from '../../domain/octet-source.ts';
import { LiteralFailed, toConnectError } from './imap-errors.ts';
import { readLiteral, writeLiteral } from './literal-writer.ts';
import { literal, type TokenNode } from './tokens.ts';

/** An untagged response: for `* 3 FETCH (...)` the command is `3` and the first attribute `FETCH`. */
export interface UntaggedResponse {
  readonly command: string;
  readonly attributes: readonly TokenNode[];
}

export interface ImapCommand {
  /** The command name, such as `UID FETCH`. */
  readonly name: string;
  readonly arguments: readonly TokenNode[];
  /** The last argument as a literal that never stands in memory as a whole, such as a message. */
  readonly literal?: OctetSource;
  /** Receives the untagged responses of the named kinds while the command runs. */
  readonly untagged?: Readonly<Record<string, (response: UntaggedResponse) => void>>;
}

/** A connection in the authenticated state. One command at a time. */
export interface ImapConnection {
  readonly capabilities: ReadonlySet<string>;
  /** The largest message in octets that APPEND takes (RFC 7889); undefined where the server tells none. */
  readonly appendLimit: number | undefined;
  readonly isOpen: boolean;
  /**
   * Runs one command to its tagged OK. Rejects with the server's NO or BAD, with the connection's failure, with
   * LiteralFailed, or with the signal's reason; an abort closes the connection, for its answer would meet the next command.
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

/** Literals up to here go along with their command where the server allows that to all (LITERAL-, RFC 7888 §5). */
const MAX_INLINE_LITERAL_OCTETS = 4096;

/** Untagged responses that tell of changes in the open mailbox. */
const NEWS = ['EXISTS', 'EXPUNGE', 'FETCH'] as const;

/** The members of imapflow that run but are not in its types. A test per member fails when an upgrade moves them. */
interface HiddenMembers {
  exec(
    command: string,
    attributes: readonly TokenNode[],
    options: ExecOptions,
  ): Promise<{ response: TaggedResponse & { readonly command: string }; next: () => void }>;
  /** Null once the connection is closed. */
  readonly writeSocket: Writable | null;
  readonly untaggedHandlers: Record<string, (response: UntaggedResponse) => Promise<void>>;
  initialPREAUTH: () => Promise<void>;
}

interface ExecOptions {
  readonly untagged: Record<string, (response: UntaggedResponse) => Promise<void>>;
  /** Called for the server's `+`; no further answer is read before it settles. */
  readonly onPlusTag?: () => Promise<void>;
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
  const closing = new AbortController();
  client.on('close', () => closing.abort());
  const appendLimit = client.capabilities.get('APPENDLIMIT');
  return {
    capabilities: new Set([...client.capabilities.keys()].map((name) => name.toUpperCase())),
    appendLimit: typeof appendLimit === 'number' ? appendLimit : undefined,
    get isOpen() {
      return !closing.signal.aborted && client.usable;
    },
    async run(command, signal) {
      const before = client.stats();
      const exchange = new Exchange(client, closing.signal);
      try {
        return await exchange.run(command, signal);
      } finally {
        const { sent, received } = client.stats();
        trafficMeter.add(signal, {
          roundTrips: exchange.roundTrips,
          sentOctets: sent - before.sent + exchange.streamedOctets,
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

/** One command and its answer. */
class Exchange {
  readonly #client: ImapFlow;
  readonly #closed: AbortSignal;
  #failure: LiteralFailed | undefined;
  roundTrips = 1;
  /** Octets that went to the socket past imapflow, which does not count them. */
  streamedOctets = 0;

  constructor(client: ImapFlow, closed: AbortSignal) {
    this.#client = client;
    this.#closed = closed;
  }

  async run(command: ImapCommand, signal: AbortSignal): Promise<TaggedResponse> {
    signal.throwIfAborted();
    const abort = () => this.#client.close();
    signal.addEventListener('abort', abort, { once: true });
    try {
      const response = await this.#execute(command);
      signal.throwIfAborted();
      return response;
    } catch (error) {
      if (signal.aborted) throw abortReason(signal);
      throw this.#failure ?? error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  async #execute({
    name,
    arguments: items,
    untagged,
    literal: source,
  }: ImapCommand): Promise<TaggedResponse> {
    const isInline = source !== undefined && this.#canSendAlong(source);
    const last = source === undefined ? [] : [isInline ? await inlineLiteral(source) : announcement(source)];
    const { response, next } = await hidden(this.#client).exec(name, [...items, ...last], {
      untagged: asyncHandlers(untagged ?? {}),
      ...(source && !isInline && { onPlusTag: this.#sender(source) }),
    });
    next();
    // imapflow takes one NO for an OK: that some of the messages are gone. Only FETCH gives the others all the same.
    if (response.command.toUpperCase() === 'NO' && name !== 'UID FETCH') throw asRefusal(response);
    return response;
  }

  #canSendAlong({ length }: OctetSource): boolean {
    const { capabilities } = this.#client;
    const hasPermission = capabilities.has('LITERAL+') || capabilities.has('LITERAL-');
    return hasPermission && length <= MAX_INLINE_LITERAL_OCTETS;
  }

  /** Sends the literal when the server asks for it, once. A literal that fails ends the connection: nothing is stored. */
  #sender(source: OctetSource): () => Promise<void> {
    let isAsked = false;
    return async () => {
      const socket = hidden(this.#client).writeSocket;
      if (isAsked || socket === null) return;
      isAsked = true;
      this.roundTrips += 1;
      const onSent = (octets: number) => {
        this.streamedOctets += octets;
      };
      try {
        await writeLiteral(source, { socket, closed: this.#closed, onSent });
      } catch (error) {
        this.#failure = new LiteralFailed(error);
        this.#client.close();
      }
    };
  }
}

/** `{12345}`: asks the server whether it takes a literal of this size, so that a refusal comes before the octets. */
function announcement({ length }: OctetSource): TokenNode {
  return { type: 'TEXT', value: `{${length}}` };
}

/** A short literal as a whole. Throws LiteralFailed; nothing was sent then. */
async function inlineLiteral(source: OctetSource): Promise<TokenNode> {
  try {
    return literal(await readLiteral(source));
  } catch (error) {
    throw new LiteralFailed(error);
  }
}

/** The failure as imapflow throws it for other answers. */
function asRefusal(response: TaggedResponse): Error {
  return Object.assign(new Error('Command failed'), { response, responseStatus: 'NO' });
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
