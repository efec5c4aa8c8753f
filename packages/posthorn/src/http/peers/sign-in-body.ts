/** Reads the body of a sign-in, whose user decides where it goes. */
import type { IncomingMessage } from 'node:http';

/** The largest body that the sign-in accepts. */
const MAX_OCTETS = 32_768;
/** The time that any body has. */
const RECEIVE_TIMEOUT_MS = 30_000;

/** The body, or its beginning where it is longer than that of any sign-in. A client that is too slow is disconnected. */
export async function readSignInBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let octets = 0;
  const timer = setTimeout(() => request.destroy(), RECEIVE_TIMEOUT_MS);
  try {
    // Breaking off must not close the connection: the rest is still to be forwarded.
    for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      pieces.push(piece);
      octets += piece.length;
      if (octets > MAX_OCTETS) break;
    }
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(pieces);
}
