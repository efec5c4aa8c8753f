/** One part of a file: the Range header (RFC 9110 §14). */
import { Readable } from 'node:stream';

/** The first and the last octet, both included, counted from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** What a Range header asks for, before the size of the file is known. Null is an end of the file. */
export interface RequestedRange {
  /** Null: `last` octets from the end. */
  readonly first: number | null;
  readonly last: number | null;
}

/** Fifteen digits stay exact as a number, and no file is longer. */
const SINGLE_RANGE = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/i;

/**
 * The one range of the header, or undefined for everything that may be answered with the whole file: several
 * ranges, other units, malformed ones (RFC 9110 §14.2).
 */
export function parseRange(header: string | undefined): RequestedRange | undefined {
  const [, first = '', last = ''] = SINGLE_RANGE.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const range = { first: toNumber(first), last: toNumber(last) };
  const isReversed = range.first !== null && range.last !== null && range.first > range.last;
  return isReversed ? undefined : range;
}

/** The part of a file of this size, or undefined when the file has no such part (416). */
export function resolveRange({ first, last }: RequestedRange, size: number): ByteRange | undefined {
  const start = first ?? Math.max(0, size - (last ?? 0));
  const end = first === null || last === null ? size - 1 : Math.min(last, size - 1);
  return start <= end ? { first: start, last: end } : undefined;
}

/** The part of the stream's octets. The source is destroyed as soon as all of the part has been read. */
export function sliceStream(source: Readable, range: ByteRange): Readable {
  return Readable.from(sliceChunks(source, range), { objectMode: false });
}

async function* sliceChunks(source: Readable, { first, last }: ByteRange): AsyncGenerator<Buffer> {
  let position = 0;
  // Leaving the loop early destroys the source: nothing after the part is fetched.
  for await (const chunk of source as AsyncIterable<Buffer>) {
    const start = Math.max(0, first - position);
    const end = Math.min(chunk.length, last + 1 - position);
    if (start < end) yield chunk.subarray(start, end);
    position += chunk.length;
    if (position > last) return;
  }
}

function toNumber(digits: string): number | null {
  return digits === '' ? null : Number(digits);
}
