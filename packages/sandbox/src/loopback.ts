import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** Listens on loopback only; returns the port. Rejects with the system's error, such as EADDRINUSE. */
export async function listenOnLoopback(server: Server, port: number): Promise<number> {
  const listening = once(server, 'listening');
  server.listen(port, LOOPBACK);
  await listening;
  return (server.address() as AddressInfo).port;
}
