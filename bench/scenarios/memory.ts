/** What a process costs that has nothing to do. */
import { setTimeout as delay } from 'node:timers/promises';
import { residentMemory } from '../../packages/posthorn/test/support/process-memory.ts';
import { startPosthorn } from '../support/posthorn.ts';
import { type Row, type ScenarioInput, toRow } from '../support/scenario.ts';

const ROUNDS = 3;
const MEMORY_LIMIT_MB = 110;
/** What the start leaves behind is collected by then, if it ever is. */
const IDLE_MS = 3_000;
const MB = 2 ** 20;

export async function measureMemory({ dovecot }: ScenarioInput): Promise<readonly Row[]> {
  const megabytes: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const posthorn = await startPosthorn(dovecot.port);
    await delay(IDLE_MS);
    megabytes.push((await residentMemory(posthorn.process.pid)).now / MB);
    await posthorn.stop();
  }
  return [
    toRow({
      ...{ name: 'idle process, in MB, not ms', size: 0, limit: 1, longestGapMs: 0 },
      ...{ rawMs: [MEMORY_LIMIT_MB], ourMs: megabytes },
    }),
  ];
}
