/** How much the code under test has read, whatever the sockets on the way have taken from the server. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Counts what this process reads as a client of that port. Call `stop` when done. */
export function countOctetsRead(port: number): { count(): number; clear(): void; stop(): void } {
  const sockets = new Set<Socket>();
  const add = (message: unknown) => {
    const { socket } = message as { readonly socket: Socket };
    socket.once('connect', () => {
      if (socket.remotePort === port) sockets.add(socket);
    });
  };
  const total = () => [...sockets].reduce((sum, socket) => sum + socket.bytesRead, 0);
  let before = 0;
  subscribe('net.client.socket', add);
  return {
    count: () => total() - before,
    clear: () => {
      before = total();
    },
    stop: () => {
      unsubscribe('net.client.socket', add);
    },
  };
}
