/** Numbers that look random and are the same in every run with the same seed. */

/** A function that gives numbers from 0 to below 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of the choices. Throws for none. */
export function pick<Choice>(choices: readonly Choice[], random: () => number): Choice {
  if (choices.length === 0) throw new RangeError('There is nothing to choose from.');
  return choices[Math.floor(random() * choices.length)] as Choice;
}

/** The seed of a test: `POSTHORN_TEST_SEED` where it is set, else the same one always. */
export function testSeed(): number {
  return Number(process.env.POSTHORN_TEST_SEED ?? 20_260_101);
}
