/** How much memory is truly in use. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Octets that buffers hold after everything unreachable has been collected. */
export function liveBufferOctets(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** Octets that objects and buffers hold together after everything unreachable has been collected. */
export function liveOctets(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
