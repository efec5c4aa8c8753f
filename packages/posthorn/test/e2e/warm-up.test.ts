import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startPosthornProcess } from './posthorn-process.ts';

describe('posthorn serve', () => {
  it('has run what clients will need before it listens', async (t) => {
    const root = await mkdtemp(join(tmpdir(), 'posthorn-warm-up-'));
    await writeFile(join(root, '.env'), 'PORT=0\nLOG_LEVEL=debug\n');

    const server = await startPosthornProcess(['serve', '--root', root], { cwd: tmpdir() });
    t.after(async () => {
      await server.stop();
      await rm(root, { recursive: true });
    });

    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { readonly msg: string; readonly warmedUp?: readonly number[] });
    const warmUp = lines.findIndex(({ msg }) => msg === 'warmed up');
    assert.deepEqual(lines[warmUp]?.warmedUp, [200, 200, 200, 200]);
    assert.ok(
      lines.findIndex(({ msg }) => msg.startsWith('Server listening')) > warmUp,
      lines.map(({ msg }) => msg).join('; '),
    );
  });
});
