const DEFAULT_OCTETS = 1024;
const DEFAULT_SEED = 0x5eed;

/** Equal for equal seeds (Marsaglia's xorshift32). */
export function randomOctets({
  octets = DEFAULT_OCTETS,
  seed = DEFAULT_SEED,
}: {
  readonly octets?: number;
  readonly seed?: number;
}): Buffer {
  const bytes = Buffer.alloc(octets);
  // Zero would stay zero.
  let state = seed | 0 || DEFAULT_SEED;
  for (let index = 0; index < octets; index++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[index] = state & 0xff;
  }
  return bytes;
}
