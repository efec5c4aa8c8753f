/** A link on loopback that takes its time, for clients of a server that is far away. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Starts it before a port, and gives its own. It lives with the process. */
export async function startSlowLink({
  port,
  latencyMs,
}: {
  readonly port: number;
  readonly latencyMs: number;
}): Promise<number> {
  const pass = (from: Socket, to: Socket) => {
    from.setNoDelay(true);
    from.on('data', (chunk: Buffer) => setTimeout(() => to.write(chunk), latencyMs / 2));
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  };
  const listener = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    pass(client, server);
    pass(server, client);
  });
  await once(listener.listen(0, '127.0.0.1', 2_000), 'listening');
  return (listener.address() as AddressInfo).port;
}
