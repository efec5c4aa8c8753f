import { Readable } from 'node:stream';

/** Both ends inclusive, from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** A Range header (RFC 9110 §14). Null: an end of the file. */
export interface RequestedRange {
  /** Null: `last` octets from the end. */
  readonly first: number | null;
  readonly last: number | null;
}

/** Exact as numbers. */
const SINGLE_RANGE = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/i;

/** The range; undefined for ignored headers: several ranges, other units, malformed (RFC 9110 §14.2). */
export function parseRange(header: string | undefined): RequestedRange | undefined {
  const [, first = '', last = ''] = SINGLE_RANGE.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const range = { first: toNumber(first), last: toNumber(last) };
  const isReversed = range.first !== null && range.last !== null && range.first > range.last;
  return isReversed ? undefined : range;
}

/** The range within the file; undefined outside (416). */
export function resolveRange({ first, last }: RequestedRange, size: number): ByteRange | undefined {
  const start = first ?? Math.max(0, size - (last ?? 0));
  const end = first === null || last === null ? size - 1 : Math.min(last, size - 1);
  return start <= end ? { first: start, last: end } : undefined;
}

/** Slices a stream; destroys the source after the range. */
export function sliceStream(source: Readable, range: ByteRange): Readable {
  return Readable.from(sliceChunks(source, range), { objectMode: false });
}

async function* sliceChunks(source: Readable, { first, last }: ByteRange): AsyncGenerator<Buffer> {
  let position = 0;
  // Returning destroys the source, stopping the fetch.
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
