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

describe('keepHeapSmall', () => {
  it('lets values that lived for a while leave no heap several times their size', async () => {
    const options = ['--import', 'tsx', '--input-type=module', '--eval', PROGRAM];
    const { stdout } = await run(process.execPath, options);

    const octets = Number.parseInt(stdout, 10);
    assert.ok(octets > 0 && octets < MAX_HEAP_OCTETS, `The heap had ${stdout.trim()} octets.`);
  });
});
