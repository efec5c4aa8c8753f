import type { Readable } from 'node:stream';

/** The whole stream; null above the limit, without the rest. */
export async function readUpTo(maxOctets: number, stream: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let octets = 0;
  // Returning destroys the stream, which stops the download.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    octets += chunk.length;
    if (octets > maxOctets) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
