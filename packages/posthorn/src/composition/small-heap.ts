/** Keeps the memory of the process near to what it needs. */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** V8's own rule lets a small heap grow several times over. */
const GROWTH_PERCENT = 40;
/** Of each of the two halves between which V8 moves what is young. Its own maximum, 16 MB, is reached while modules are loaded. */
export const YOUNG_HALF_MB = 4;
const YOUNG_OCTETS = 2 * YOUNG_HALF_MB * 1024 * 1024;
/** Enough to let the space for what is young grow once, and how often that is done at most. */
const LIVING_AT_ONCE = 10_000;
const MAX_ROUNDS = 50;

/**
 * Lets V8 collect garbage when the heap has grown by 40 percent since the last time, and when 4 MB of what is young are full. Large answers,
 * downloads and hostile mail leave garbage that would stay until the heap is several times as large. V8 reads both values at each
 * collection; call this before modules are loaded, because the space for what is young does not become smaller.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  growYoungSpace();
  // The maximum itself is read only when the process starts.
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** A space that is smaller still would be collected so often that it costs a fifth more time for each request. */
function growYoungSpace(): void {
  const living: object[] = [];
  for (let round = 0; round < MAX_ROUNDS && youngSpaceOctets() < YOUNG_OCTETS; round += 1) {
    for (let index = 0; index < LIVING_AT_ONCE; index += 1) living.push([index]);
  }
}

function youngSpaceOctets(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}
