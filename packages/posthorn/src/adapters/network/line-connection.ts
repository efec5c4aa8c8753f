import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, rootCertificates } from 'node:tls';
import type { VettedHost } from '../../application/ports/host-policy.ts';
import { reportTls, type TlsReport } from './tls-report.ts';

/** A connection for probes, without secrets. */
export interface LineConnection {
  /** Without its end. Rejects with an Error with `code`. */
  readLine(): Promise<string>;
  send(line: string): void;
  /** Certificates are unchecked: never send a secret. */
  startTls(): Promise<TlsReport>;
  close(): void;
}

/** Target and time limits. */
export interface LineConnectionOptions {
  readonly host: VettedHost;
  readonly extraRoots: readonly string[];
  /** For connection, TLS and each line. */
  readonly timeoutMs: number;
}

/** Servers send less before login. */
const MAX_RECEIVED_OCTETS = 256 * 1024;

/** Rejects with an Error with `code`, such as `ETIMEDOUT`. */
export async function openLineConnection(
  options: LineConnectionOptions,
  signal: AbortSignal,
): Promise<LineConnection> {
  signal.throwIfAborted();
  const { host, timeoutMs } = options;
  const socket = connectTcp({ host: host.address, port: host.port });
  const abort = () => void socket.destroy(failure('ECANCELED', 'It was given up.'));
  signal.addEventListener('abort', abort, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', abort));
  await untilEvent(socket, 'connect', timeoutMs);
  return createLineConnection(socket, options);
}

function createLineConnection(plainSocket: Socket, options: LineConnectionOptions): LineConnection {
  const { host, extraRoots, timeoutMs } = options;
  let socket = plainSocket;
  let reader = createReader(socket);
  return {
    readLine: () => reader.next(timeoutMs),
    send: (line) => void socket.write(`${line}\r\n`),
    async startTls() {
      if (reader.pending() !== '') throw failure('EPROTO', 'The server says more than it was asked.');
      reader.detach();
      const secure = connectTls({
        socket: plainSocket,
        ...(host.serverName !== undefined && { servername: host.serverName }),
        // Invalid certificates are reported.
        rejectUnauthorized: false,
        minVersion: 'TLSv1.2',
        ca: [...rootCertificates, ...extraRoots],
      });
      await untilEvent(secure, 'secureConnect', timeoutMs);
      socket = secure;
      reader = createReader(secure);
      return reportTls(secure, host.serverName ?? host.address);
    },
    // Flushes sent data.
    close: () => socket.destroySoon(),
  };
}

/** Destroys the socket on timeout. */
function untilEvent(socket: Socket, event: string, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(failure('ETIMEDOUT', 'No answer in time.')), timeoutMs);
    socket.once(event, () => {
      clearTimeout(timer);
      resolve();
    });
    socket.once('error', reject);
    socket.once('close', () => {
      clearTimeout(timer);
      reject(failure('ECONNRESET', 'The server closed the connection.'));
    });
  });
}

interface LineSource {
  next(timeoutMs: number): Promise<string>;
  pending(): string;
  /** For TLS. */
  detach(): void;
}

function createReader(socket: Socket): LineSource {
  let pending = '';
  let received = 0;
  let end: Error | undefined;
  let wake = () => {};

  const onData = (chunk: Buffer) => {
    received += chunk.length;
    pending += chunk.toString('utf8');
    if (received > MAX_RECEIVED_OCTETS) socket.destroy(failure('EPROTO', 'The server says too much.'));
    wake();
  };
  const onEnd = (error: unknown) => {
    end ??= error instanceof Error ? error : failure('ECONNRESET', 'The server closed the connection.');
    wake();
  };
  socket.on('data', onData).on('error', onEnd).on('close', onEnd).on('end', onEnd);

  return {
    async next(timeoutMs) {
      const deadline = failure('ETIMEDOUT', 'No answer in time.');
      const timer = setTimeout(() => onEnd(deadline), timeoutMs);
      while (!pending.includes('\n') && end === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      clearTimeout(timer);
      const lineEnd = pending.indexOf('\n');
      if (lineEnd === -1) throw end;
      const line = pending.slice(0, lineEnd).replace(/\r$/, '');
      pending = pending.slice(lineEnd + 1);
      return line;
    },
    pending: () => pending,
    detach: () => void socket.off('data', onData).off('end', onEnd).off('close', onEnd),
  };
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
