import type { Readable } from 'node:stream';
import { problemOf, RequestProblems } from '../../answer/problem.ts';

/** Limit and observer of a file's octets. */
export interface OctetLimit {
  readonly maxOctets: number;
  readonly onChunk: (chunk: Uint8Array) => void;
}

/** Throws RequestProblems `payload-too-large` beyond `maxOctets`. */
export async function* limitOctets(
  stream: Readable,
  { maxOctets, onChunk }: OctetLimit,
): AsyncGenerator<Uint8Array> {
  let octets = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    onChunk(chunk);
    octets += chunk.length;
    if (octets > maxOctets) throw fileTooLarge(maxOctets);
    yield chunk;
  }
}

/** Problem of a too large file. */
export function fileTooLarge(maxOctets: number): RequestProblems {
  const detail = `The file has more than ${maxOctets} octets.`;
  return new RequestProblems([problemOf('payload-too-large', { detail })]);
}
