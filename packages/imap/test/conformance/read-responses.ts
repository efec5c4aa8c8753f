/** Feeds octets to a reader in chunks, and gives what it made of them. */

import type { Response } from '../../src/responses/response.ts';
import { ResponseReader, type ResponseReaderOptions } from '../../src/responses/response-reader.ts';
import { type Bounds, DEFAULT_BOUNDS } from '../../src/wire/bounds.ts';

export interface ReadingOptions extends Pick<ResponseReaderOptions, 'claimLiteral'> {
  readonly bounds?: Partial<Bounds>;
  /** True after UTF8=ACCEPT or IMAP4rev2. */
  readonly isUtf8?: boolean;
  /** False before the login; true if left out. */
  readonly isAuthenticated?: boolean;
}

/** All responses of the chunks, in order. Throws BoundExceeded. */
export function readResponses(chunks: Iterable<Buffer>, options: ReadingOptions = {}): Response[] {
  const responses: Response[] = [];
  const reader = openReader((response) => responses.push(response), options);
  for (const chunk of chunks) reader.push(chunk);
  return responses;
}

/** A reader of a connection that is logged in, unless the options say otherwise. */
export function openReader(onResponse: (response: Response) => void, options: ReadingOptions = {}) {
  const { bounds, isUtf8 = false, isAuthenticated = true, claimLiteral } = options;
  const reader = new ResponseReader({
    bounds: { ...DEFAULT_BOUNDS, ...bounds },
    onResponse,
    ...(claimLiteral && { claimLiteral }),
  });
  reader.isUtf8 = isUtf8;
  reader.isAuthenticated = isAuthenticated;
  return reader;
}

/** The octets of a text whose characters are octets. */
export function toOctets(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

/** Chunks of so many octets; the last one may be shorter. Each is a copy, as chunks of a socket are. */
export function* inChunksOf(size: number, octets: Buffer): Iterable<Buffer> {
  for (let start = 0; start < octets.length; start += size) {
    yield Buffer.from(octets.subarray(start, start + size));
  }
}
