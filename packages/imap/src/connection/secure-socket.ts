import { isIP, type Socket } from 'node:net';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';
import { secureContextFor } from '../tls.ts';
import { ConnectionClosed } from './connection-errors.ts';
import { settleWithin } from './settle-within.ts';

/** Certificate name and roots. */
export interface TlsOptions {
  readonly serverName: string;
  readonly extraRoots: readonly string[];
  readonly tlsMs: number;
}

/** Verifies the certificate; a failure destroys the TCP socket. */
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
