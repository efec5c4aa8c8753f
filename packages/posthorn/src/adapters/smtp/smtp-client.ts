/** An SMTP client on nodemailer: the only module that uses nodemailer and its hidden members. */
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import SMTPConnection, { type SMTPConnectionSendInfo } from 'nodemailer/lib/smtp-connection';
import { secureContextFor } from 'posthorn-imap/tls';
import type { VettedHost } from '../../application/ports/host-policy.ts';
import { createSaslHandler, SASL_METHOD, type SaslCredentials } from './sasl-handler.ts';
import type { SmtpLimits } from './smtp-limits.ts';
import { parseReply, type SmtpReply } from './smtp-reply.ts';
import { unlessAborted } from './unless-aborted.ts';

/** TLS from the first octet; TLS by STARTTLS or nothing; STARTTLS where the server offers it. */
export type ConnectionSecurity = 'implicit-tls' | 'starttls' | 'starttls-if-offered';

/** Where a client connects to, and how. */
export interface SmtpClientOptions {
  readonly host: VettedHost;
  readonly security: ConnectionSecurity;
  /** PEM of trusted roots, in addition to those of Node. */
  readonly extraRoots: readonly string[];
  /** The name in EHLO. */
  readonly clientName: string;
  readonly limits: SmtpLimits;
}

/** Addresses as they go on the wire, and what MAIL FROM announces of the message. */
export interface SmtpEnvelope {
  readonly reversePath: string;
  readonly forwardPaths: readonly string[];
  readonly octets: number;
  readonly hasEightBit: boolean;
}

/** What is submitted: the envelope, and the octets of the message. */
export interface SmtpTransaction {
  readonly envelope: SmtpEnvelope;
  readonly message: Readable;
}

/**
 * A client for one connection, one operation at a time. Operations reject with nodemailer's error (`E...` in `code`,
 * the server's reply in `response`), or with the reason of the signal. After a rejection only `destroy` makes sense.
 */
export interface SmtpClient {
  /** False when the connection has ended, and while it holds octets that the server has not taken. */
  readonly isReady: boolean;
  /** True when all that is sent now is under TLS. */
  readonly isEncrypted: boolean;
  /** Connects, starts TLS, and returns the reply to the last EHLO. */
  connect(signal: AbortSignal): Promise<string>;
  login(credentials: SaslCredentials, signal: AbortSignal): Promise<void>;
  /** Brings the server back to where it was after the login (RSET), which also shows that it is still there. */
  reset(signal: AbortSignal): Promise<void>;
  /** Submits the message, and returns the refused forward paths, each with its reply. */
  send(transaction: SmtpTransaction, signal: AbortSignal): Promise<ReadonlyMap<string, SmtpReply>>;
  /** Sends QUIT and does not wait for the reply. */
  quit(): void;
  /** Closes the connection at once, without sending buffered octets. */
  destroy(): void;
}

/** A reply may have many lines, but no server needs this many octets. */
const MAX_REPLY_OCTETS = 64 * 1024;
/** All replies of one submission, with those before it: enough for some thousand recipients. */
const MAX_RECEIVED_OCTETS = 256 * 1024;
const MAX_RECEIVED_LINES = 4096;
const LF = 0x0a;
/** The connection closes after this time when the server does not answer QUIT. */
const GOODBYE_MS = 2000;

/** The members of nodemailer that run but are not in its types. A test per member fails when an upgrade moves them. */
interface HiddenMembers {
  _onData: (chunk: Buffer) => void;
  _upgradeConnection: (callback: (error: Error | null) => void) => void;
  readonly _remainder: string;
  readonly _responseQueue: readonly string[];
}

/** How nodemailer calls back: with an error, or with a result where there is one. */
type Callback<Result> = (error?: Error | null, result?: Result) => void;

/** A client that is not connected yet. A signal that aborts during its operation destroys the connection. */
export function createSmtpClient(options: SmtpClientOptions): SmtpClient {
  const sasl = createSaslHandler();
  const connection = new SMTPConnection({ ...connectionOptions(options), customAuth: sasl.handlers });
  const received = limitReceived(connection);
  refuseOctetsBeforeTls(connection);
  const broken = untilBroken(connection);

  async function perform<Result>(
    start: (done: Callback<Result>) => void,
    signal: AbortSignal,
  ): Promise<Result | undefined> {
    signal.throwIfAborted();
    const answer = new Promise<Result | undefined>((resolve, reject) =>
      start((error, result) => (error ? reject(error) : resolve(result))),
    );
    try {
      return await unlessAborted(Promise.race([broken, answer]), signal);
    } catch (error) {
      if (signal.aborted) destroy(connection);
      throw error;
    }
  }

  return {
    get isReady() {
      const socket = connection._socket;
      if (connection.destroyed || !socket) return false;
      return socket.writable && socket.writableLength === 0;
    },
    get isEncrypted() {
      return connection._socket instanceof TLSSocket;
    },
    async connect(signal) {
      await perform((done) => {
        connection.connect(done);
        limitConnecting(connection, options);
      }, signal);
      return connection.lastServerResponse || '';
    },
    async login(credentials, signal) {
      const login = sasl.begin(credentials);
      try {
        await perform((done) => connection.login({ method: SASL_METHOD }, done), signal);
      } catch (error) {
        throw login.describe(error);
      }
    },
    async reset(signal) {
      received.forget();
      // Pending replies are read first: taken as the reply to RSET, one would shift all replies by one.
      await nextTurn();
      requireSilence(connection);
      await perform((done) => connection.reset(done), signal);
      requireSilence(connection);
    },
    async send({ envelope, message }, signal) {
      const { reversePath: from, forwardPaths, octets: size, hasEightBit: use8BitMime } = envelope;
      const start = (done: Callback<SMTPConnectionSendInfo>) =>
        connection.send({ from, to: [...forwardPaths], size, use8BitMime }, message, done);
      return refusedPaths(await perform(start, signal));
    },
    quit() {
      connection.quit();
      connection.close();
    },
    destroy: () => destroy(connection),
  };
}

function connectionOptions({ host, security, extraRoots, clientName, limits }: SmtpClientOptions) {
  return {
    // An IP address: nodemailer resolves nothing.
    host: host.address,
    port: host.port,
    ...(host.serverName !== undefined && { servername: host.serverName }),
    secure: security === 'implicit-tls',
    requireTLS: security === 'starttls',
    tls: {
      rejectUnauthorized: true,
      secureContext: secureContextFor(extraRoots),
    },
    name: clientName,
    logger: false,
    // nodemailer counts greeting and STARTTLS into this; connecting alone is limited by limitConnecting.
    connectionTimeout: limits.connectMs + limits.greetingMs,
    greetingTimeout: limits.greetingMs,
    socketTimeout: limits.commandMs,
    socketCloseTimeout: GOODBYE_MS,
    maxResponseSize: MAX_REPLY_OCTETS,
  };
}

/** Rejects when the connection ends: nodemailer forgets the callbacks of a connection that it closes. */
function untilBroken(connection: SMTPConnection): Promise<never> {
  const broken = new Promise<never>((_resolve, reject) => {
    connection.on('error', reject);
    // A reply that makes nodemailer close reaches its callback after this event, and has the better reason.
    connection.on('end', () => setImmediate(() => reject(failure('ECONNECTION', 'The connection ended.'))));
  });
  // It also rejects when nothing awaits it.
  broken.catch(() => undefined);
  return broken;
}

/** By itself, nodemailer would wait for an address that does not answer as long as for a greeting. */
function limitConnecting(connection: SMTPConnection, { security, limits }: SmtpClientOptions): void {
  const socket = connection._socket;
  if (!socket) return;
  const timer = setTimeout(() => socket.destroy(new Error('Connecting took too long.')), limits.connectMs);
  for (const event of [security === 'implicit-tls' ? 'secureConnect' : 'connect', 'close']) {
    socket.once(event, () => clearTimeout(timer));
  }
}

/**
 * No limit of nodemailer holds empty lines, and half a megabyte of them keeps it busy for half a minute.
 * `forget` restarts the count.
 */
function limitReceived(connection: SMTPConnection): { forget(): void } {
  const hidden = hiddenMembers(connection);
  const onData = hidden._onData.bind(connection);
  let octets = 0;
  let lines = 0;
  hidden._onData = (chunk) => {
    octets += chunk.length;
    lines += countLines(chunk);
    const isTooMuch = octets > MAX_RECEIVED_OCTETS || lines > MAX_RECEIVED_LINES;
    if (isTooMuch) breakOff(connection, 'The server says too much.');
    else onData(chunk);
  };
  return {
    forget() {
      octets = 0;
      lines = 0;
    },
  };
}

function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let index = chunk.indexOf(LF); index !== -1; index = chunk.indexOf(LF, index + 1)) lines += 1;
  return lines;
}

/** Octets after the reply to STARTTLS were injected by an attacker on the network path (RFC 3207 section 6). */
function refuseOctetsBeforeTls(connection: SMTPConnection): void {
  const hidden = hiddenMembers(connection);
  const upgrade = hidden._upgradeConnection.bind(connection);
  hidden._upgradeConnection = (callback) => {
    if (hasReply(connection)) breakOff(connection, 'There is more than one reply to STARTTLS.');
    else upgrade(callback);
  };
}

/** Throws when there is an unsolicited reply. */
function requireSilence(connection: SMTPConnection): void {
  if (!hasReply(connection)) return;
  throw failure('EPROTOCOL', 'There is a reply that nobody has asked for.');
}

function hasReply(connection: SMTPConnection): boolean {
  const { _remainder, _responseQueue } = hiddenMembers(connection);
  return _remainder !== '' || _responseQueue.length > 0;
}

function hiddenMembers(connection: SMTPConnection): HiddenMembers {
  return connection as unknown as HiddenMembers;
}

function breakOff(connection: SMTPConnection, why: string): void {
  connection.emit('error', failure('EPROTOCOL', why));
  destroy(connection);
}

/** nodemailer's own close would send what the socket still holds. */
function destroy(connection: SMTPConnection): void {
  const socket = connection._socket;
  connection.close();
  if (socket) socket.destroy();
}

function failure(code: string, text: string): Error {
  return Object.assign(new Error(text), { code });
}

function refusedPaths(result: SMTPConnectionSendInfo | undefined): ReadonlyMap<string, SmtpReply> {
  const errors = result?.rejectedErrors ?? [];
  return new Map(errors.map(({ recipient = '', response = '' }) => [recipient, parseReply(response)]));
}
