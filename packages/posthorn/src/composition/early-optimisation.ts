/** Makes V8 compile the code of requests to machine code sooner than by its own rule. */
import { setFlagsFromString } from 'node:v8';

/**
 * By major version of V8, as tried. Version 11 (Node 20) optimises a function after 10 KB of its bytecode have run instead of 66, and later
 * ones (Node 22 and 24) after 600 calls instead of 3,000. Other versions keep their own rule: V8 complains of a flag that it does not know.
 */
const FLAGS: Readonly<Record<string, string>> = {
  11: '--interrupt-budget=10000',
  12: '--invocation-count-for-turbofan=600',
  13: '--invocation-count-for-turbofan=600',
};
/** The start and the first client have the processor for themselves: V8 optimises in threads of its own. */
const DELAY_MS = 2_000;

/**
 * Lets V8 optimise sooner from two seconds on; by its own rule, a server of few users would run half-compiled code for its first two thousand
 * requests. Call this once the server listens; it does not keep the process alive.
 */
export function optimiseEarly(): void {
  const [major = ''] = process.versions.v8.split('.');
  const flag = FLAGS[major];
  if (flag !== undefined) setTimeout(() => setFlagsFromString(flag), DELAY_MS).unref();
}
