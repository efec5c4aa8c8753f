/** A message on its way into a connection: a stream that knows how far it was read. */
import { Readable } from 'node:stream';
import { readExactly } from '../../domain/exact-reading.ts';
import type { OctetSource } from '../../domain/octet-source.ts';

/** A message that is being sent. */
export interface MessageStream {
  /** Produces the next piece when the previous one was consumed. */
  readonly stream: Readable;
  /** True once the stream knows its end: from then on the final dot may reach the server. */
  readonly isRead: boolean;
  /** What the source threw; after that the stream has no end, so the server never sees one. */
  readonly failure: { readonly error: unknown } | undefined;
}

/** How many octets are read ahead of the connection at most, whatever the block size of the source. */
const PIECE_OCTETS = 64 * 1024;

/** A stream over a new reading of the message. It reads nothing before its first consumer does. */
export function openMessageStream(message: OctetSource): MessageStream {
  let isRead = false;
  let failure: { readonly error: unknown } | undefined;

  async function* pieces(): AsyncGenerator<Uint8Array, void> {
    try {
      for await (const octets of readExactly(message)) yield* cut(octets);
      isRead = true;
    } catch (error) {
      failure = { error };
      // A separate error: nodemailer overwrites the code of the error that it gets.
      throw new Error('The message could not be read.', { cause: error });
    }
  }

  return {
    stream: Readable.from(pieces(), { objectMode: false, highWaterMark: PIECE_OCTETS }),
    get isRead() {
      return isRead;
    },
    get failure() {
      return failure;
    },
  };
}

function* cut(octets: Uint8Array): Generator<Uint8Array, void> {
  for (let start = 0; start < octets.length; start += PIECE_OCTETS) {
    yield octets.subarray(start, start + PIECE_OCTETS);
  }
}
