/** A TCP connection to the server. */
import { connect, type Socket } from 'node:net';
import { ConnectionClosed } from './connection-errors.ts';
import { settleWithin } from './settle-within.ts';

/** NAT gateways forget connections that are silent for minutes. */
const KEEP_ALIVE_MS = 30_000;
/** For each address of a name but the last. Node's 250 ms are too short for servers that are far away. */
const ATTEMPT_MS = 1_000;

/** The address to connect to, and the time limit. */
export interface SocketAddress {
  /** An IP address or a name. */
  readonly host: string;
  readonly port: number;
  readonly connectMs: number;
}

/** Opens the connection. Throws ConnectionClosed, DeadlineExceeded, or the signal's reason. */
export async function openSocket(
  { host, port, connectMs }: SocketAddress,
  signal: AbortSignal,
): Promise<Socket> {
  signal.throwIfAborted();
  const socket = connect({
    host,
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_MS,
    autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
  });
  // A socket without a listener for its errors ends the process.
  socket.on('error', () => undefined);
  try {
    await settleWithin<void>(
      {
        waitedFor: 'the TCP connection',
        milliseconds: connectMs,
        begin(resolve, reject) {
          const onError = (cause: Error): void => {
            reject(new ConnectionClosed('The server cannot be reached.', { cause }));
          };
          socket.once('connect', resolve).once('error', onError);
          return () => socket.off('connect', resolve).off('error', onError);
        },
      },
      signal,
    );
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return socket;
}
