/** What a server costs that nobody has asked anything. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { residentMemory } from '../support/process-memory.ts';
import { createInstallationRoot } from './installation-root.ts';
import { startPosthornProcess } from './posthorn-process.ts';

const STARTS = 3;
/** With what V8 keeps by itself for what is young, it is 125 MB. */
const MAX_OCTETS = 120 * 1024 * 1024;

describe('posthorn serve', () => {
  it('takes less than 120 MB when it begins to listen', async (t) => {
    const root = await createInstallationRoot(t, 'PORT=0\n');
    const start = async () => {
      const server = await startPosthornProcess(['serve', '--root', root.path]);
      const { now } = await residentMemory(server.pid);
      await server.stop();
      return now;
    };

    // When garbage is collected is left to V8 and the load of the machine: what the server needs is the least that it takes.
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < STARTS && least >= MAX_OCTETS; round += 1)
      least = Math.min(least, await start());

    t.diagnostic(`the process has ${least} octets`);
    assert.ok(least < MAX_OCTETS, `the process has ${least} octets`);
  });
});
