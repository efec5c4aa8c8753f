import { readExactly } from '../../domain/values/exact-reading.ts';
import type { OctetSource } from '../../domain/values/octet-source.ts';

export type OctetPiece = Uint8Array | OctetSource;

/** TLS copies larger blocks whole. */
const MAX_BLOCK_OCTETS = 65_536;

/** No copy: octets in memory must not change. Reading fails if a source's length differs. */
export function joinPieces(pieces: readonly OctetPiece[]): OctetSource {
  return {
    length: pieces.reduce((sum, { length }) => sum + length, 0),
    async *read() {
      for (const piece of pieces) yield* piece instanceof Uint8Array ? blocksOf(piece) : readExactly(piece);
    },
  };
}

function* blocksOf(octets: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < octets.length; start += MAX_BLOCK_OCTETS) {
    yield octets.subarray(start, start + MAX_BLOCK_OCTETS);
  }
}
