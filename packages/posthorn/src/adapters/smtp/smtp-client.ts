/** The only module that runs nodemailer and uses its hidden members. */
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import SMTPConnection, { type SMTPConnectionSendInfo } from 'nodemailer/lib/smtp-connection';
import { secureContextFor } from 'posthorn-imap/tls';
import type { VettedHost } from '../../application/ports/host-policy.ts';
import { untilAborted } from '../../domain/values/until-aborted.ts';
import { createSaslHandler, SASL_METHOD, type SaslCredentials } from './sasl-handler.ts';
import type { SmtpLimits } from './smtp-limits.ts';
import { parseReply, type SmtpReply } from './smtp-reply.ts';

/** From the first octet; required; if offered. */
export type ConnectionSecurity = 'implicit-tls' | 'starttls' | 'starttls-if-offered';

/** Server and connection options. */
export interface SmtpClientOptions {
  readonly host: VettedHost;
  readonly security: ConnectionSecurity;
  readonly extraRoots: readonly string[];
  readonly clientName: string;
  readonly limits: SmtpLimits;
}

/** Wire addresses and MAIL FROM values. */
export interface SmtpEnvelope {
  readonly reversePath: string;
  readonly forwardPaths: readonly string[];
  readonly octets: number;
  readonly hasEightBit: boolean;
}

/** Message and envelope. */
export interface SmtpTransaction {
  readonly envelope: SmtpEnvelope;
  readonly message: Readable;
}

/**
 * One operation at a time. Rejects with nodemailer's error (`E...` in `code`, the reply in `response`) or the
 * signal's reason; then only `destroy` makes sense.
 */
export interface SmtpClient {
  /** False if ended, or while octets wait for the server. */
  readonly isReady: boolean;
  readonly isEncrypted: boolean;
  /** The last EHLO's reply. */
  connect(signal: AbortSignal): Promise<string>;
  login(credentials: SaslCredentials, signal: AbortSignal): Promise<void>;
  reset(signal: AbortSignal): Promise<void>;
  /** Refused forward paths with replies. */
  send(transaction: SmtpTransaction, signal: AbortSignal): Promise<ReadonlyMap<string, SmtpReply>>;
  /** Does not await the reply. */
  quit(): void;
  destroy(): void;
}

const MAX_REPLY_OCTETS = 64 * 1024;
const MAX_RECEIVED_OCTETS = 256 * 1024;
const MAX_RECEIVED_LINES = 4096;
const LF = 0x0a;
const GOODBYE_MS = 2000;

/** Untyped members; tests notice changes. */
interface HiddenMembers {
  _onData: (chunk: Buffer) => void;
  _upgradeConnection: (callback: (error: Error | null) => void) => void;
  readonly _remainder: string;
  readonly _responseQueue: readonly string[];
}

type Callback<Result> = (error?: Error | null, result?: Result) => void;

/** Unconnected. An abort destroys the connection. */
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
      return await untilAborted(signal, Promise.race([broken, answer]));
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
      // A pending reply, taken for RSET's, would shift all replies.
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
    // Includes greeting and STARTTLS; limitConnecting limits connecting alone.
    connectionTimeout: limits.connectMs + limits.greetingMs,
    greetingTimeout: limits.greetingMs,
    socketTimeout: limits.commandMs,
    socketCloseTimeout: GOODBYE_MS,
    maxResponseSize: MAX_REPLY_OCTETS,
  };
}

/** nodemailer drops a closed connection's callbacks. */
function untilBroken(connection: SMTPConnection): Promise<never> {
  const broken = new Promise<never>((_resolve, reject) => {
    connection.on('error', reject);
    // The reply that makes nodemailer close comes later, and explains more.
    connection.on('end', () => setImmediate(() => reject(failure('ECONNECTION', 'The connection ended.'))));
  });
  broken.catch(() => undefined);
  return broken;
}

/** nodemailer awaits a silent address as long as a greeting. */
function limitConnecting(connection: SMTPConnection, { security, limits }: SmtpClientOptions): void {
  const socket = connection._socket;
  if (!socket) return;
  const timer = setTimeout(() => socket.destroy(new Error('Connecting took too long.')), limits.connectMs);
  for (const event of [security === 'implicit-tls' ? 'secureConnect' : 'connect', 'close']) {
    socket.once(event, () => clearTimeout(timer));
  }
}

/**
 * nodemailer accepts endless empty lines: half a megabyte blocks for half a minute. `forget` restarts the
 * count.
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

/** Octets after STARTTLS's reply were injected (RFC 3207 §6). */
function refuseOctetsBeforeTls(connection: SMTPConnection): void {
  const hidden = hiddenMembers(connection);
  const upgrade = hidden._upgradeConnection.bind(connection);
  hidden._upgradeConnection = (callback) => {
    if (hasReply(connection)) breakOff(connection, 'There is more than one reply to STARTTLS.');
    else upgrade(callback);
  };
}

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

/** nodemailer's close would send buffered octets. */
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
