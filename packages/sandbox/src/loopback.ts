import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** Loopback only. Rejects with the system's error. */
export async function listenOnLoopback(server: Server, port: number): Promise<number> {
  const listening = once(server, 'listening');
  server.listen(port, LOOPBACK);
  await listening;
  return (server.address() as AddressInfo).port;
}
