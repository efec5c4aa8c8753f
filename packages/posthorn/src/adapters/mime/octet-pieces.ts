/** Joins octets in memory and sources of octets to one source. */

import { readExactly } from '../../domain/exact-reading.ts';
import type { OctetSource } from '../../domain/octet-source.ts';

/** A piece of a message: octets in memory, or a source that is read later. */
export type OctetPiece = Uint8Array | OctetSource;

/** The most that a connection takes at a time; encryption would copy a larger block as a whole. */
const MAX_BLOCK_OCTETS = 65_536;

/**
 * The pieces one after the other. Nothing is copied: octets in memory come as views, which must not be changed. A reading
 * fails when a source has another length than it announced.
 */
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
