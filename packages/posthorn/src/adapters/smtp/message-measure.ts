/** Measures what MAIL FROM announces of a message. */
import { isAscii } from 'node:buffer';
import { readExactly } from '../../domain/exact-reading.ts';
import type { OctetSource } from '../../domain/octet-source.ts';

/** The measured size and kind of a message. */
export interface MessageMeasure {
  /** As SIZE counts them (RFC 1870 section 3): each line ends in CRLF, dots are not yet doubled. */
  readonly octets: number;
  /** True when an octet is above 127, so that 8BITMIME is needed (RFC 6152). */
  readonly hasEightBit: boolean;
}

const CR = 0x0d;
const LF = 0x0a;

/**
 * The measure of a message whose line ends may be of any kind, from one reading. Throws what the source throws. A signal
 * that aborts ends the reading at the next piece, with its reason.
 */
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

/** The number of octets that lone CRs and lone LFs lack; `previous` is the octet before the first. By index: an iterator takes twice as long. */
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

/** The number of octets that the last line lacks when its end is missing. */
function countMissingAtEnd(last: number | undefined): number {
  if (last === LF) return 0;
  return last === CR ? 1 : 2;
}
