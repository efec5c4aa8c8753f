/** An SMTP client on nodemailer: the only module that uses nodemailer and its hidden members. */
import type { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';
import SMTPConnection, { type SMTPConnectionSendInfo } from 'nodemailer/lib/smtp-connection';
import type { VettedHost } from '../../application/ports/host-policy.ts';
import type { Secret } from '../../domain/secret.ts';
import type { LoginMechanism } from './smtp-extensions.ts';
import type { SmtpLimits } from './smtp-limits.ts';
import { parseReply, type SmtpReply } from './smtp-reply.ts';

/** TLS from the first octet; TLS by STARTTLS or nothing; STARTTLS where the server offers it. */
export type ConnectionSecurity = 'implicit-tls' | 'starttls' | 'starttls-if-offered';

export interface SmtpClientOptions {
  readonly host: VettedHost;
  readonly security: ConnectionSecurity;
  /** PEM of further trusted roots, beside those of Node. */
  readonly extraRoots: readonly string[];
  /** How we introduce ourselves in EHLO. */
  readonly clientName: string;
  readonly limits: SmtpLimits;
}

export interface SmtpCredentials {
  readonly mechanism: LoginMechanism;
  readonly user: string;
  readonly password: Secret;
}

/** Addresses as they go on the wire, and what MAIL FROM announces of the message. */
export interface SmtpEnvelope {
  readonly reversePath: string;
  readonly forwardPaths: readonly string[];
  readonly octets: number;
  readonly hasEightBit: boolean;
}

/**
 * A client for one connection, one operation at a time. Operations reject with nodemailer's error (`E...` in `code`,
 * the server's reply in `response`), or with the reason of the signal. After a rejection only `destroy` makes sense.
 */
export interface SmtpClient {
  /** Connects, secures the connection, and gives the reply to the last EHLO. */
  connect(): Promise<string>;
  login(credentials: SmtpCredentials): Promise<void>;
  /** Submits the message, and gives the forward paths that were refused, each with its reply. */
  send(envelope: SmtpEnvelope, message: Readable): Promise<ReadonlyMap<string, SmtpReply>>;
  /** Says goodbye and does not wait for the answer. */
  quit(): void;
  /** Ends the connection at once: what was not sent yet stays unsent. */
  destroy(): void;
}

/** A reply may have many lines, but no server has this much to say. */
const MAX_REPLY_OCTETS = 64 * 1024;
/** All replies of one submission: enough for some thousand recipients. */
const MAX_RECEIVED_OCTETS = 256 * 1024;
const MAX_RECEIVED_LINES = 4096;
const LF = 0x0a;
/** A server that does not answer the goodbye is left after this time. */
const GOODBYE_MS = 2000;

/** The members of nodemailer that run but are not in its types. A test per member fails when an upgrade moves them. */
interface HiddenMembers {
  _onData: (chunk: Buffer) => void;
  _upgradeConnection: (callback: (error: Error | null) => void) => void;
  readonly _remainder: string;
  readonly _responseQueue: readonly string[];
}

/** How nodemailer answers: with an error, or with a result where there is one. */
type Callback<Result> = (error?: Error | null, result?: Result) => void;

/** A client that is not connected yet. The signal destroys the connection at any time. */
export function createSmtpClient(options: SmtpClientOptions, signal: AbortSignal): SmtpClient {
  const connection = new SMTPConnection(connectionOptions(options));
  limitReceived(connection);
  refuseOctetsBeforeTls(connection);
  const broken = untilBroken(connection, signal);

  function perform<Result>(start: (done: Callback<Result>) => void): Promise<Result | undefined> {
    const answer = new Promise<Result | undefined>((resolve, reject) =>
      start((error, result) => (error ? reject(error) : resolve(result))),
    );
    return Promise.race([broken, answer]);
  }

  return {
    async connect() {
      await perform((done) => {
        connection.connect(done);
        limitConnecting(connection, options);
      });
      return connection.lastServerResponse || '';
    },
    async login({ mechanism, user, password }) {
      const credentials = { method: mechanism, user, pass: password.reveal() };
      await perform((done) => connection.login(credentials, done));
    },
    async send(envelope, message) {
      const { reversePath: from, forwardPaths, octets: size, hasEightBit: use8BitMime } = envelope;
      const result = await perform<SMTPConnectionSendInfo>((done) =>
        connection.send({ from, to: [...forwardPaths], size, use8BitMime }, message, done),
      );
      return refusedPaths(result);
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
      minVersion: 'TLSv1.2' as const,
      ...(extraRoots.length > 0 && { ca: [...rootCertificates, ...extraRoots] }),
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
function untilBroken(connection: SMTPConnection, signal: AbortSignal): Promise<never> {
  const broken = new Promise<never>((_resolve, reject) => {
    connection.on('error', reject);
    // A reply that makes nodemailer close reaches its callback after this event, and it tells more.
    connection.on('end', () => queueMicrotask(() => reject(failure('ECONNECTION', 'The connection ended.'))));
    const abort = () => {
      reject(signal.reason);
      destroy(connection);
    };
    signal.addEventListener('abort', abort, { once: true });
    connection.on('end', () => signal.removeEventListener('abort', abort));
  });
  // It also rejects when nobody waits.
  broken.catch(() => undefined);
  return broken;
}

/** nodemailer alone would leave an address that does not answer the time of the greeting as well. */
function limitConnecting(connection: SMTPConnection, { security, limits }: SmtpClientOptions): void {
  const socket = connection._socket;
  if (!socket) return;
  const timer = setTimeout(() => socket.destroy(new Error('Connecting took too long.')), limits.connectMs);
  for (const event of [security === 'implicit-tls' ? 'secureConnect' : 'connect', 'close']) {
    socket.once(event, () => clearTimeout(timer));
  }
}

/** No limit of nodemailer holds empty lines, and half a megabyte of them keeps it busy for half a minute. */
function limitReceived(connection: SMTPConnection): void {
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
}

function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let index = chunk.indexOf(LF); index !== -1; index = chunk.indexOf(LF, index + 1)) lines += 1;
  return lines;
}

/** What stands behind the reply to STARTTLS was put there by somebody on the way (RFC 3207 section 6). */
function refuseOctetsBeforeTls(connection: SMTPConnection): void {
  const hidden = hiddenMembers(connection);
  const upgrade = hidden._upgradeConnection.bind(connection);
  hidden._upgradeConnection = (callback) => {
    const isClean = hidden._remainder === '' && hidden._responseQueue.length === 0;
    if (isClean) upgrade(callback);
    else breakOff(connection, 'There is more than one reply to STARTTLS.');
  };
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
