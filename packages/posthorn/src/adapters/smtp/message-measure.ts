/** What a server has to be told about a message before it gets it. */
import { isAscii } from 'node:buffer';

export interface MessageMeasure {
  /** As SIZE counts them (RFC 1870 section 3): each line ends in CRLF, dots are not yet doubled. */
  readonly octets: number;
  /** True when an octet is above 127, so that 8BITMIME is needed (RFC 6152). */
  readonly hasEightBit: boolean;
}

const CR = 0x0d;
const LF = 0x0a;

/** The measure of a message whose line ends may be of any kind. */
export function measureMessage(message: Uint8Array): MessageMeasure {
  return { octets: message.length + countMissingLineEnds(message), hasEightBit: !isAscii(message) };
}

/** The octets that lone CR, lone LF and an open last line lack. By index: an iterator takes twice as long. */
function countMissingLineEnds(message: Uint8Array): number {
  let missing = 0;
  let previous: number | undefined;
  for (let index = 0; index < message.length; index += 1) {
    const octet = message[index];
    if ((octet === LF) !== (previous === CR)) missing += 1;
    previous = octet;
  }
  if (previous === LF) return missing;
  return missing + (previous === CR ? 1 : 2);
}
