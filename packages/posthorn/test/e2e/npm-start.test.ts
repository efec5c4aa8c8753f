/** `npm start` in an installation: the signals of npm reach the server. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { cleanEnvironment, run } from './npm.ts';

const PACKAGES = join(import.meta.dirname, '../../..');

/** npm and the server together take no longer for a start or an end. */
const LIMIT_MS = 20_000;

describe('npm start in an installation', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`hands ${signal} on to the server`, async (t) => {
      const base = await mkdtemp(join(tmpdir(), 'posthorn-npm-'));
      t.after(() => rm(base, { recursive: true }));
      const directory = join(base, 'mail');
      const tool = join(PACKAGES, 'create-posthorn/bin/create-posthorn.js');
      await run(base, [process.execPath, tool, directory, '--no-install']);
      await writeFile(join(directory, '.env'), 'PORT=0\n');
      await mkdir(join(directory, 'node_modules/.bin'), { recursive: true });
      await symlink(join(PACKAGES, 'posthorn'), join(directory, 'node_modules/posthorn'));
      await symlink('../posthorn/bin/posthorn.js', join(directory, 'node_modules/.bin/posthorn'));

      // A group of its own, so that nothing is left whatever happens.
      const npm = spawn('npm', ['start'], {
        cwd: directory,
        env: cleanEnvironment(),
        stdio: 'pipe',
        detached: true,
      });
      const limit = setTimeout(() => process.kill(-(npm.pid ?? 0), 'SIGKILL'), LIMIT_MS);
      let output = '';
      npm.stdout.on('data', (chunk: Buffer) => {
        output += chunk;
        if (output.includes('Server listening')) npm.kill(signal);
      });
      // The output ends when nobody holds it any more: neither npm nor a server that was left alone.
      await once(npm, 'close');
      clearTimeout(limit);

      assert.match(output, /"msg":"stopped"/);
    });
  }
});
