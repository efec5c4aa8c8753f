/** How far the heap of a process grows beyond what lives in it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SMALL_HEAP = join(import.meta.dirname, '../../src/composition/small-heap.ts');
/** Of 35 MB that live at a time, V8 by itself makes a heap of 250 MB. */
const MAX_HEAP_OCTETS = 180_000_000;

/** Makes values that live for a while, and prints how large the heap was. */
const PROGRAM = `
  import { getHeapStatistics } from 'node:v8';
  import { keepHeapSmall } from ${JSON.stringify(SMALL_HEAP)};
  keepHeapSmall();
  const make = () => Array.from({ length: 1_000 }, (_, index) => ({ index, pair: [index, index] }));
  const living = [];
  let most = 0;
  for (let round = 0; round < 4_000; round += 1) {
    living.push(make());
    if (living.length > 400) living.shift();
    most = Math.max(most, getHeapStatistics().used_heap_size);
  }
  console.log(most);
`;

/** V8 by itself would make it as large as it may be. */
const MAX_YOUNG_OCTETS = 8 * 1024 * 1024;
const MAX_YOUNG_FLAG = '--max-semi-space-size=64';

/** Makes values of which most are alive whenever V8 collects, and prints the space for what is young: before, and at the end. */
const YOUNG_PROGRAM = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { keepHeapSmall } from ${JSON.stringify(SMALL_HEAP)};
  const youngOctets = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
  const before = youngOctets();
  keepHeapSmall();
  const living = [];
  for (let index = 0; index < 4_000_000; index += 1) living.push({ index });
  console.log(JSON.stringify([before, youngOctets()]));
`;

async function outputOf(program: string, ...flags: readonly string[]): Promise<string> {
  const options = [...flags, '--import', 'tsx', '--input-type=module', '--eval', program];
  return (await run(process.execPath, options)).stdout;
}

describe('keepHeapSmall', () => {
  it('lets the space for what is young grow to 8 MB, or leaves it as it is', async () => {
    const [before, after] = JSON.parse(await outputOf(YOUNG_PROGRAM, MAX_YOUNG_FLAG)) as [number, number];

    assert.equal(after, Math.max(before, MAX_YOUNG_OCTETS));
  });

  it('lets values that lived for a while leave no heap several times their size', async () => {
    const stdout = await outputOf(PROGRAM);

    const octets = Number.parseInt(stdout, 10);
    assert.ok(octets > 0 && octets < MAX_HEAP_OCTETS, `The heap had ${stdout.trim()} octets.`);
  });
});
