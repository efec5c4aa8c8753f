import { GrowingNumbers } from './growing-numbers.ts';
import { NumberSet } from './number-set.ts';
import { COLON, COMMA } from './octets.ts';
import type { ResponseCursor } from './response-cursor.ts';

/** Ranges of one set in a response code: as many as COPYUID has for a million messages without any neighbours. */
const MAX_RANGE_ENDS = 2_000_000;

/** Reads a set such as `4,6:9` at the cursor. Throws SyntaxFailure. */
export function parseNumberSet(cursor: ResponseCursor): NumberSet {
  const ranges = new GrowingNumbers(MAX_RANGE_ENDS);
  do {
    const first = cursor.number32();
    ranges.push(first);
    ranges.push(cursor.skip(COLON) ? cursor.number32() : first);
  } while (cursor.skip(COMMA));
  return new NumberSet(ranges.toArray());
}
