/** A port for a server whose address has to be known before it starts. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that nobody has at the moment. */
export async function findFreePort(): Promise<number> {
  const listener = createServer();
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const address = listener.address();
  listener.close();
  return address !== null && typeof address === 'object' ? address.port : 0;
}
