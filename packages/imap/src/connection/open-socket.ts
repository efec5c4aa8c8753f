import { connect, type Socket } from 'node:net';
import { ConnectionClosed } from './connection-errors.ts';
import { settleWithin } from './settle-within.ts';

/** NAT gateways drop connections silent for minutes. */
const KEEP_ALIVE_MS = 30_000;
/** Node's 250 ms is too short for distant servers. */
const ATTEMPT_MS = 1_000;

/** Server and time limit. */
export interface SocketAddress {
  readonly host: string;
  readonly port: number;
  readonly connectMs: number;
}

/** Opens a TCP connection within `connectMs`. */
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
  // Unhandled errors end the process.
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
