/** A client that asks for something long and hardly reads it. When it is cut off, it comes back. */
import { connect, type Socket } from 'node:net';

export interface SlowReaderOptions {
  /** Such as `http://127.0.0.1:41234`. */
  readonly server: string;
  readonly path: string;
  /** The value of Authorization. */
  readonly authorization: string;
  readonly localAddress: string;
  /** An octet each second; false: nothing. */
  readonly readsAtAll: boolean;
}

export interface SlowReader {
  isConnected(): boolean;
  /** How often it has asked. */
  requests(): number;
  close(): void;
}

const READ_INTERVAL_MS = 1_000;
const RETURN_MS = 1_000;

/** Asks until it is closed. */
export function keepReadingSlowly(options: SlowReaderOptions): SlowReader {
  const { hostname, port, host } = new URL(options.server);
  let socket: Socket | undefined;
  let isClosed = false;
  let requests = 0;
  const ask = (): void => {
    if (isClosed) return;
    const asking = connect({
      ...{ host: hostname, port: Number(port), localAddress: options.localAddress },
      // One octet leaves the system's buffer at a time.
      onread: {
        buffer: Buffer.alloc(1),
        callback: () => {
          if (options.readsAtAll) setTimeout(() => asking.resume(), READ_INTERVAL_MS).unref();
          return false;
        },
      },
    });
    socket = asking;
    requests += 1;
    const head = [`GET ${options.path} HTTP/1.1`, `Host: ${host}`, `Authorization: ${options.authorization}`];
    asking.write(`${head.join('\r\n')}\r\n\r\n`);
    asking.on('error', () => undefined);
    asking.on('close', () => setTimeout(ask, RETURN_MS).unref());
  };
  ask();
  return {
    isConnected: () => socket !== undefined && !socket.destroyed && !socket.connecting,
    requests: () => requests,
    close() {
      isClosed = true;
      socket?.destroy();
    },
  };
}
