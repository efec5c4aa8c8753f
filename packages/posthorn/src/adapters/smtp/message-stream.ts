import { Readable } from 'node:stream';
import { readExactly } from '../../domain/values/exact-reading.ts';
import type { OctetSource } from '../../domain/values/octet-source.ts';

/** A message in transit. */
export interface MessageStream {
  readonly stream: Readable;
  /** From now on the final dot may reach the server. */
  readonly isRead: boolean;
  /** The source's error; the server sees no end then. */
  readonly failure: { readonly error: unknown } | undefined;
}

const PIECE_OCTETS = 64 * 1024;

/** Reads once it has a consumer. */
export function openMessageStream(message: OctetSource): MessageStream {
  let isRead = false;
  let failure: { readonly error: unknown } | undefined;

  async function* pieces(): AsyncGenerator<Uint8Array, void> {
    try {
      for await (const octets of readExactly(message)) yield* cut(octets);
      isRead = true;
    } catch (error) {
      failure = { error };
      // nodemailer overwrites its errors' code.
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
