/** Sets of field positions as bits, 32 in each word: cheap to copy, to intersect and to use as a cache key. */

/** Which positions are in a set. All sets of one type have the same number of words. */
export type FieldBits = readonly number[];

/** A set that is being built. */
export type MutableFieldBits = number[];

/** Returns the empty set for a number of positions. */
export function noBits(positions: number): MutableFieldBits {
  return new Array<number>(Math.ceil(positions / 32)).fill(0);
}

/** Returns the set of the positions at which a list is true. */
export function bitsWhere(flags: readonly boolean[]): FieldBits {
  const bits = noBits(flags.length);
  for (const [position, isSet] of flags.entries()) if (isSet) setBit(bits, position);
  return bits;
}

/** Puts a position into a set. */
export function setBit(bits: MutableFieldBits, position: number): void {
  const word = position >> 5;
  bits[word] = wordAt(bits, word) | (1 << (position & 31));
}

/** Takes a position out of a set. */
export function clearBit(bits: MutableFieldBits, position: number): void {
  const word = position >> 5;
  bits[word] = wordAt(bits, word) & ~(1 << (position & 31));
}

/** Returns whether a position is in a set. */
export function hasBit(bits: FieldBits, position: number): boolean {
  return (wordAt(bits, position >> 5) & (1 << (position & 31))) !== 0;
}

/** Returns the positions that are in both sets, as a new set. */
export function intersectBits(one: FieldBits, other: FieldBits): MutableFieldBits {
  return one.map((word, index) => word & wordAt(other, index));
}

/** Returns the same text for the same set, and another for any other. */
export function bitsKey(bits: FieldBits): string {
  return bits.join('.');
}

function wordAt(bits: FieldBits, word: number): number {
  // Positions come from the type the set was made for, so the word exists.
  return bits[word] as number;
}
