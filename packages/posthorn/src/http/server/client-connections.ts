/** Keeps one client from taking all connections. */
import type { Server, Socket } from 'node:net';
import { clientNetwork } from '../../domain/client-network.ts';
import type { NetworkList } from '../../domain/network-list.ts';

/**
 * Closes each connection beyond `maxPerClient` of one address at once, before anything is read of it. Behind a trusted proxy all
 * clients have one address, so its connections are not counted.
 */
export function limitClientConnections(
  server: Server,
  { maxPerClient, isTrustedProxy }: { readonly maxPerClient: number; readonly isTrustedProxy: NetworkList },
): void {
  const open = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isTrustedProxy(remoteAddress)) return;
    const client = clientNetwork(remoteAddress);
    const count = open.get(client) ?? 0;
    if (count >= maxPerClient) {
      socket.destroy();
      return;
    }
    open.set(client, count + 1);
    socket.once('close', () => {
      const left = (open.get(client) ?? 1) - 1;
      if (left > 0) open.set(client, left);
      else open.delete(client);
    });
  });
}
