/** A port of loopback that leads to one server and later to another, as an address does that follows a failover. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Call `close` when done. */
export interface SwitchedPort {
  readonly port: number;
  /** All connections end, and new ones lead to this port; null: to none. */
  switchTo(port: number | null): void;
  close(): void;
}

/** Opens it before a port. */
export async function openSwitchedPort(first: number): Promise<SwitchedPort> {
  const sockets = new Set<Socket>();
  let target: number | null = first;
  const end = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const listener = createServer((client) => {
    if (target === null) return void client.destroy();
    const server = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    switchTo(port) {
      target = port;
      end();
    },
    close() {
      listener.close();
      end();
    },
  };
}
