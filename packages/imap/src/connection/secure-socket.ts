/** TLS over a socket that is connected. */
import { isIP, type Socket } from 'node:net';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';
import { secureContextFor } from '../tls.ts';
import { ConnectionClosed } from './connection-errors.ts';
import { settleWithin } from './settle-within.ts';

/** How TLS is set up. */
export interface TlsOptions {
  /** A name or an IP address; the certificate must be for it. */
  readonly serverName: string;
  /** PEM, in addition to Node's own roots. */
  readonly extraRoots: readonly string[];
  readonly tlsMs: number;
}

/**
 * Makes the handshake and verifies the certificate. The socket is destroyed with the one that is returned, and when the handshake fails.
 * Throws ConnectionClosed, DeadlineExceeded, or the signal's reason.
 */
export async function secureSocket(
  socket: Socket,
  { serverName, extraRoots, tlsMs }: TlsOptions,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const secured = tlsConnect({
    socket,
    host: serverName,
    ...(isIP(serverName) === 0 && { servername: serverName }),
    rejectUnauthorized: true,
    secureContext: secureContextFor(extraRoots),
  });
  secured.on('error', () => undefined);
  secured.once('close', () => socket.destroy());
  try {
    await settleWithin<void>(
      {
        waitedFor: 'the TLS handshake',
        milliseconds: tlsMs,
        begin: (resolve, reject) => awaitHandshake(secured, resolve, reject),
      },
      signal,
    );
  } catch (error) {
    secured.destroy();
    socket.destroy();
    throw error;
  }
  return secured;
}

function awaitHandshake(secured: TLSSocket, resolve: () => void, reject: (error: Error) => void): () => void {
  const onError = (cause: Error): void =>
    reject(new ConnectionClosed('The TLS handshake failed.', { cause }));
  const onClose = (): void =>
    reject(new ConnectionClosed('The server closed the connection during the TLS handshake.'));
  secured.once('secureConnect', resolve).once('error', onError).once('close', onClose);
  return () => secured.off('secureConnect', resolve).off('error', onError).off('close', onClose);
}
