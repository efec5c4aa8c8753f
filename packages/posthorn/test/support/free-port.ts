/** Finds ports that are free on this machine. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of 127.0.0.1 that was free just now. */
export async function findFreePort(): Promise<number> {
  const listener = createServer();
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const address = listener.address();
  listener.close();
  return address !== null && typeof address === 'object' ? address.port : 0;
}
