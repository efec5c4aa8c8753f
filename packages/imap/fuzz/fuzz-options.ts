/** Options of the fuzzers. */
import { parseArgs } from 'node:util';
import type { FuzzOptions } from './run-target.ts';

/** `--minutes 10 --seed 1`; both are 1 by default. */
export function readFuzzOptions(): FuzzOptions {
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string', default: '1' } },
  });
  return {
    minutes: Number(values.minutes),
    seed: Number(values.seed),
    log: (line) => console.log(line),
  };
}
