import type { IncomingMessage } from 'node:http';

/** The sign-in's body limit. */
const MAX_OCTETS = 32_768;
const RECEIVE_TIMEOUT_MS = 30_000;

/** Reads the body up to the limit. Disconnects slow clients. */
export async function readSignInBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let octets = 0;
  const timer = setTimeout(() => request.destroy(), RECEIVE_TIMEOUT_MS);
  try {
    // The rest must be forwarded.
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
