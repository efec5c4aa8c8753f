import type { Readable } from 'node:stream';

const MAX_OCTETS = 1024;
/** A receiver that has given its status need not finish. */
const BODY_MS = 1_000;

/** Reads the first KiB, for a second, and destroys the stream. Octets that are no text become U+FFFD. */
export async function firstText(stream: Readable): Promise<string> {
  const pieces: Buffer[] = [];
  let octets = 0;
  const timer = setTimeout(() => stream.destroy(), BODY_MS);
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      pieces.push(piece);
      octets += piece.length;
      if (octets >= MAX_OCTETS) break;
    }
  } catch {
    // The part that has come counts.
  } finally {
    clearTimeout(timer);
    stream.destroy();
  }
  // A character that was cut in two is left out.
  return new TextDecoder().decode(Buffer.concat(pieces).subarray(0, MAX_OCTETS), { stream: true });
}
