import { isAscii } from 'node:buffer';
import { readExactly } from '../../domain/values/exact-reading.ts';
import type { OctetSource } from '../../domain/values/octet-source.ts';

/** Values for MAIL FROM. */
export interface MessageMeasure {
  /** By SIZE (RFC 1870 §3). */
  readonly octets: number;
  /** Needs 8BITMIME (RFC 6152). */
  readonly hasEightBit: boolean;
}

const CR = 0x0d;
const LF = 0x0a;

/** One reading, any line ends. Throws the source's errors. An abort ends it at the next chunk. */
export async function measureMessage(message: OctetSource, signal: AbortSignal): Promise<MessageMeasure> {
  let missing = 0;
  let hasEightBit = false;
  let last: number | undefined;
  for await (const piece of readExactly(message)) {
    signal.throwIfAborted();
    missing += countMissingLineEnds(piece, last);
    hasEightBit ||= !isAscii(piece);
    last = piece.at(-1) ?? last;
  }
  return { octets: message.length + missing + countMissingAtEnd(last), hasEightBit };
}

/** By index, for speed. */
function countMissingLineEnds(piece: Uint8Array, previous: number | undefined): number {
  let missing = 0;
  let before = previous;
  for (let index = 0; index < piece.length; index += 1) {
    const octet = piece[index];
    if ((octet === LF) !== (before === CR)) missing += 1;
    before = octet;
  }
  return missing;
}

function countMissingAtEnd(last: number | undefined): number {
  if (last === LF) return 0;
  return last === CR ? 1 : 2;
}
