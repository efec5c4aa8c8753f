/** What a stream gives, as one short text. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** The digest of all octets of the stream, in hexadecimal; it holds none of them. */
export async function sha256Of(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
