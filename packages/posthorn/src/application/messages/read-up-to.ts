/** Reads streams of bounded length. */
import type { Readable } from 'node:stream';

/** The whole content of the stream, or null when it is longer; the rest is then not read. */
export async function readUpTo(maxOctets: number, stream: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let octets = 0;
  // Leaving the loop early destroys the stream, which stops the download.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    octets += chunk.length;
    if (octets > maxOctets) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
