import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runPosthorn } from './posthorn-process.ts';

const LOADED_FILES = { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'loaded-files.mjs')}` };

describe('commands that serve nothing', () => {
  for (const args of [['list'], ['--version'], ['serve', '--help'], ['configure:env', '--help']]) {
    it(`load no file of the server: ${args.join(' ')}`, async () => {
      const { code, output } = await runPosthorn(args, LOADED_FILES);

      const loaded = output.match(/^file:.*$/gm) ?? [];
      const rooms = new Set(loaded.flatMap((url) => /\/posthorn\/dist\/(\w+)\//.exec(url)?.[1] ?? []));
      assert.deepEqual([code, [...rooms].toSorted()], [0, ['cli', 'composition', 'config', 'demo']]);
    });
  }
});
