import { GrowingNumbers } from './growing-numbers.ts';
import { NumberSet } from './number-set.ts';
import { COLON, COMMA } from './octets.ts';
import type { ResponseCursor } from './response-cursor.ts';

/** COPYUID of a million messages without neighbours. */
const MAX_RANGE_ENDS = 2_000_000;

/** Parses `4,6:9`. */
export function parseNumberSet(cursor: ResponseCursor): NumberSet {
  const ranges = new GrowingNumbers(MAX_RANGE_ENDS);
  do {
    const first = cursor.number32();
    ranges.push(first);
    ranges.push(cursor.skip(COLON) ? cursor.number32() : first);
  } while (cursor.skip(COMMA));
  return new NumberSet(ranges.toArray());
}
