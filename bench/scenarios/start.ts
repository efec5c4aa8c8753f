/** How long the demo takes until it listens, beside a Node without a program. */
import { execFileSync } from 'node:child_process';
import { startPosthornProcess } from '../../packages/posthorn/test/e2e/posthorn-process.ts';
import { type Row, timed, toRow } from '../support/scenario.ts';

const ROUNDS = 5;
/** Three seconds where Node starts within 40 ms. */
const MAX_RATIO = 75;

export async function measureStart(): Promise<readonly Row[]> {
  const rawMs: number[] = [];
  const ourMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rawMs.push(await timed(async () => execFileSync(process.execPath, ['-e', ''])));
    ourMs.push(await timed(startAndStopDemo));
  }
  return [
    toRow({
      ...{ name: 'start and end of the demo', size: 0, limit: MAX_RATIO },
      rawMs,
      ourMs,
      longestGapMs: 0,
    }),
  ];
}

async function startAndStopDemo(): Promise<void> {
  const demo = await startPosthornProcess(['demo', '--port', '0']);
  await demo.stop();
}
