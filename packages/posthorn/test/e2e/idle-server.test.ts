/** What a server costs that nobody has asked anything. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { residentMemory } from '../support/process-memory.ts';
import { createInstallationRoot } from './installation-root.ts';
import { startPosthornProcess } from './posthorn-process.ts';

const run = promisify(execFile);

const STARTS = 3;
/** More than a Node that does nothing, which is 41 MB in version 20 and 47 in 24. With what V8 keeps by itself for what is young, it is 90. */
const MAX_OCTETS = 88_000_000;

async function idleNodeOctets(): Promise<number> {
  const { stdout } = await run(process.execPath, ['--print', 'process.memoryUsage.rss()']);
  return Number(stdout);
}

describe('posthorn serve', () => {
  it('takes less than 88 MB more than Node itself when it begins to listen', async (t) => {
    const idle = await idleNodeOctets();
    const root = await createInstallationRoot(t, 'PORT=0\n');
    const start = async () => {
      const server = await startPosthornProcess(['serve', '--root', root.path]);
      const { now } = await residentMemory(server.pid);
      await server.stop();
      return now - idle;
    };

    // When garbage is collected is left to V8 and the load of the machine: what the server needs is the least that it takes.
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < STARTS && least >= MAX_OCTETS; round += 1)
      least = Math.min(least, await start());

    t.diagnostic(`the process has ${least} octets more than ${idle}`);
    assert.ok(least < MAX_OCTETS, `the process has ${least} octets more than ${idle}`);
  });
});
