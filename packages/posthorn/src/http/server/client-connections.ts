import type { Server, Socket } from 'node:net';
import { type ClientNetwork, clientNetwork } from '../../domain/network/client-network.ts';

/** Closes connections beyond `maxPerClient` of one address, unread. Exempt: addresses of many clients. */
export function limitClientConnections(
  server: Server,
  {
    maxPerClient,
    isExempt,
  }: { readonly maxPerClient: number; readonly isExempt: (address: string) => boolean },
): void {
  const open = new Map<ClientNetwork, number>();
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isExempt(remoteAddress)) return;
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
