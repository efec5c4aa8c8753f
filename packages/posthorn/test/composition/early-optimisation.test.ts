/** How soon V8 optimises the code of requests. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const EARLY_OPTIMISATION = join(import.meta.dirname, '../../src/composition/early-optimisation.ts');

/** Calls a function until V8 has optimised it, and prints how often; the call for early optimisation is made first, if at all. */
const program = (isEarly: boolean) => `
  import { setTimeout as delay } from 'node:timers/promises';
  import { optimiseEarly } from ${JSON.stringify(EARLY_OPTIMISATION)};
  if (${isEarly}) optimiseEarly();
  await delay(2_500);
  const IS_TURBOFANNED = 1 << 6;
  const statusOf = new Function('work', 'return %GetOptimizationStatus(work)');
  const work = new Function('limit', 'let sum = 0; for (let index = 0; index < limit; index += 1) sum += index % 3; return sum;');
  let calls = 0;
  while ((statusOf(work) & IS_TURBOFANNED) === 0 && calls < 20_000) {
    work(20);
    calls += 1;
  }
  console.log(calls);
`;

async function callsUntilOptimised(isEarly: boolean): Promise<number> {
  // Optimised at once instead of in another thread, so that the number does not depend on how busy the machine is.
  const flags = ['--allow-natives-syntax', '--no-concurrent-recompilation'];
  const args = [...flags, '--import', 'tsx', '--input-type=module', '--eval', program(isEarly)];
  const { stdout, stderr } = await run(process.execPath, args);
  assert.equal(stderr, '');
  return Number(stdout);
}

describe('Early optimisation', () => {
  it('makes V8 optimise a function after a few of the calls that it takes by its own rule', async () => {
    const [early, late] = await Promise.all([callsUntilOptimised(true), callsUntilOptimised(false)]);

    assert.ok(early * 3 < late, `${early} calls, ${late} without it`);
  });
});
