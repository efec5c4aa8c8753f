/** Positions as bits, 32 per word; equal lengths per type. */
export type FieldBits = readonly number[];

export type MutableFieldBits = number[];

/** An empty set. */
export function noBits(positions: number): MutableFieldBits {
  return new Array<number>(Math.ceil(positions / 32)).fill(0);
}

/** The positions of true values. */
export function bitsWhere(flags: readonly boolean[]): FieldBits {
  const bits = noBits(flags.length);
  for (const [position, isSet] of flags.entries()) if (isSet) setBit(bits, position);
  return bits;
}

/** Adds a position. */
export function setBit(bits: MutableFieldBits, position: number): void {
  const word = position >> 5;
  bits[word] = wordAt(bits, word) | (1 << (position & 31));
}

/** Removes a position. */
export function clearBit(bits: MutableFieldBits, position: number): void {
  const word = position >> 5;
  bits[word] = wordAt(bits, word) & ~(1 << (position & 31));
}

/** Tests a position. */
export function hasBit(bits: FieldBits, position: number): boolean {
  return (wordAt(bits, position >> 5) & (1 << (position & 31))) !== 0;
}

/** A new intersection. */
export function intersectBits(one: FieldBits, other: FieldBits): MutableFieldBits {
  return one.map((word, index) => word & wordAt(other, index));
}

/** A unique text per set. */
export function bitsKey(bits: FieldBits): string {
  return bits.join('.');
}

function wordAt(bits: FieldBits, word: number): number {
  return bits[word] as number;
}
