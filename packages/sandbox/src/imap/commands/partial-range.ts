/** `1:50`, `-1:-50` (RFC 5267 §4.4, RFC 9394 §3.1). */
import type { ArgumentReader } from '../wire/argument-reader.ts';
import { reject } from '../wire/refusal.ts';

/** Positions from 1, both included. */
export interface PartialRange {
  readonly text: string;
  readonly isFromEnd: boolean;
  readonly from: number;
  readonly to: number;
}

/** Without `fromEnd`, negative positions are BAD. */
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

/** Items at these positions. */
export function sliceRange<Item>(
  items: readonly Item[],
  { isFromEnd, from, to }: PartialRange,
): readonly Item[] {
  if (!isFromEnd) return items.slice(from - 1, to);
  return items.slice(Math.max(0, items.length - to), Math.max(0, items.length - from + 1));
}
