/** Ranges of places in a result: `PARTIAL 1:50` and `PARTIAL -1:-50` (RFC 5267 §4.4, RFC 9394 §3.1). */
import type { ArgumentReader } from '../wire/argument-reader.ts';
import { reject } from '../wire/refusal.ts';

/** Places in a result, counted from 1, both included. */
export interface PartialRange {
  /** As the client wrote it; the answer repeats it. */
  readonly text: string;
  /** True: places are counted from the end. */
  readonly isFromEnd: boolean;
  readonly from: number;
  readonly to: number;
}

/** Reads the range and the space before it. Without `fromEnd`, places from the end are a BAD. */
export function readPartialRange(
  args: ArgumentReader,
  { fromEnd }: { readonly fromEnd: boolean },
): PartialRange {
  args.space();
  const isFromEnd = fromEnd && args.isNext('-');
  const sign = isFromEnd ? '-' : '';
  args.take(sign);
  const first = args.number();
  args.take(`:${sign}`);
  const second = args.number();
  if (first === 0 || second === 0) throw reject('Invalid PARTIAL range');
  const text = `${sign}${first}:${sign}${second}`;
  return { text, isFromEnd, from: Math.min(first, second), to: Math.max(first, second) };
}

/** The items at these places, in their order; those that do not exist are skipped. */
export function sliceRange<Item>(
  items: readonly Item[],
  { isFromEnd, from, to }: PartialRange,
): readonly Item[] {
  if (!isFromEnd) return items.slice(from - 1, to);
  return items.slice(Math.max(0, items.length - to), Math.max(0, items.length - from + 1));
}
