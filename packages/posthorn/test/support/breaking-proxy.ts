/** A plain-text proxy on loopback whose connections break at a certain octet. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { ImapEndpoint } from './imap-connection.ts';

/** Where the next connection breaks, and how. */
export interface Break {
  readonly direction: 'to-server' | 'to-client';
  /** So many octets of that direction still pass, over all connections. */
  readonly afterOctets: number;
  /** The connection ends on both sides, or stays open and passes nothing any more. */
  readonly how: 'cut' | 'freeze';
}

/** A running proxy. Call `close` when done. */
export interface BreakingProxy extends ImapEndpoint {
  /** Sets the break in place of the one before. The function that is returned takes it back, unless it has struck. */
  breakNext(where: Break): () => void;
  /** How many connections were broken. */
  breaks(): number;
  close(): void;
}

/** Starts a proxy in front of the server. */
export async function startBreakingProxy(server: ImapEndpoint): Promise<BreakingProxy> {
  const sockets = new Set<Socket>();
  let next: (Break & { left: number }) | undefined;
  let breaks = 0;

  /** The octets that still pass, and whether the connection breaks after them. */
  const take = (
    direction: Break['direction'],
    chunk: Buffer,
  ): readonly [Buffer, Break['how'] | undefined] => {
    if (next?.direction !== direction) return [chunk, undefined];
    if (chunk.length < next.left) {
      next.left -= chunk.length;
      return [chunk, undefined];
    }
    const { left, how } = next;
    next = undefined;
    breaks += 1;
    return [chunk.subarray(0, left), how];
  };

  const listener = createServer((client) => {
    const upstream = connect(server.port, server.host);
    let isFrozen = false;
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    const pass = (from: Socket, to: Socket, direction: Break['direction']) => {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        end();
      });
      from.on('data', (chunk: Buffer) => {
        if (isFrozen) return;
        const [passing, how] = take(direction, chunk);
        if (passing.length > 0) to.write(passing);
        if (how === 'freeze') isFrozen = true;
        // What was passed on before still arrives.
        if (how === 'cut') to.end(end);
      });
    };
    pass(client, upstream, 'to-server');
    pass(upstream, client, 'to-client');
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  return {
    host: '127.0.0.1',
    port: (listener.address() as AddressInfo).port,
    breakNext(where) {
      const set = { ...where, left: where.afterOctets };
      next = set;
      return () => {
        if (next === set) next = undefined;
      };
    },
    breaks: () => breaks,
    close() {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
