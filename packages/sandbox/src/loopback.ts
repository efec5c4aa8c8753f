/** Listening on loopback only: the sandbox is never for production. */
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** The one address the sandbox listens on. */
const LOOPBACK = '127.0.0.1';

/** Starts to listen and returns the port. Rejects with the system's error, such as EADDRINUSE. */
export async function listenOnLoopback(server: Server, port: number): Promise<number> {
  const listening = once(server, 'listening');
  server.listen(port, LOOPBACK);
  await listening;
  return (server.address() as AddressInfo).port;
}
