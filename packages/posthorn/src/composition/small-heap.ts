/** Keeps the memory of the process near to what it needs. */
import { setFlagsFromString } from 'node:v8';

/** V8's own rule lets a small heap grow several times over. */
const GROWTH_PERCENT = 40;

/**
 * Lets V8 collect garbage when the heap has grown by 40 percent since the last time. Large answers and hostile mail leave garbage that lives
 * for a while; it would stay until the heap is several times as large. V8 reads the value at each collection, so it may be set at any time.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
