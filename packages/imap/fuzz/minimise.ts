/** Shortens a transcript while it keeps its finding. */

const MAX_MS = 20_000;

/** A part of the octets that still satisfies `hasFinding`. */
export function minimise(octets: Buffer, hasFinding: (octets: Buffer) => boolean): Buffer {
  let shortest = octets;
  const end = performance.now() + MAX_MS;
  for (let size = Math.ceil(octets.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < shortest.length && performance.now() < end; ) {
      const shorter = Buffer.concat([shortest.subarray(0, start), shortest.subarray(start + size)]);
      if (hasFinding(shorter)) shortest = shorter;
      else start += size;
    }
  }
  return shortest;
}
