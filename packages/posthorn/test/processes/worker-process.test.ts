/** A worker process that is stopped while it starts. */
import assert from 'node:assert/strict';
import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { readSettings } from '../../src/config/load-settings.ts';
import { WorkerProcess } from '../../src/processes/worker-process.ts';

const PAUSE_MS = 5;

/** Lets no message be read. */
function blockUntilExists(file: string): void {
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  while (!existsSync(file)) Atomics.wait(nothing, 0, 0, PAUSE_MS);
}

describe('WorkerProcess, stopped while it starts', () => {
  it('ends well though the worker has just said that it is ready', async (t: TestContext) => {
    const directory = await mkdtemp(join(tmpdir(), 'posthorn-worker-'));
    t.after(() => rm(directory, { recursive: true }));
    const [program, sent] = [join(directory, 'worker.cjs'), join(directory, 'sent')];
    await writeFile(
      program,
      `process.send({ kind: 'ready' }, () => require('node:fs').writeFileSync(${JSON.stringify(sent)}, ''));
      setInterval(() => undefined, 1000);`,
    );
    cluster.setupPrimary({ exec: program, args: [], execArgv: [], serialization: 'advanced' });
    const served: unknown[] = [];
    const worker = new WorkerProcess({
      start: {
        kind: 'start',
        worker: 1,
        processCount: 1,
        rootDirectory: directory,
        directory,
        settings: readSettings({}),
      },
      answer: () => Promise.reject(new Error('asked')),
      onEmptied: () => undefined,
      onMissed: () => undefined,
      onLost: () => undefined,
      onServing: (pid) => served.push(pid),
    });
    void worker.start();

    blockUntilExists(sent);
    assert.equal(await worker.stop(), true);
    assert.deepEqual(served, []);
  });
});
