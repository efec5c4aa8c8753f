/** Sources of octets for tests: in chunks of any size, with any length said, and endless ones. */
import type { OctetSource } from '../../src/domain/values/octet-source.ts';

/** The octets in chunks of that size; says another length than it has where one is given. */
export function chunkedSource(octets: Uint8Array, chunkOctets: number, length = octets.length): OctetSource {
  return {
    length,
    async *read() {
      for (let start = 0; start < octets.length; start += chunkOctets) {
        yield octets.subarray(start, start + chunkOctets);
      }
    },
  };
}

/** So many octets of the value 7, made block by block while they are read. */
export function madeSource(length: number): OctetSource {
  const block = Buffer.alloc(16_384, 7);
  return {
    length,
    async *read() {
      for (let left = length; left > 0; left -= block.length) yield block.subarray(0, left);
    },
  };
}
