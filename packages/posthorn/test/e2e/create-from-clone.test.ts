/** The first commands that the README has for a real mailbox, in a clone, with an empty folder elsewhere as their target. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { registryIsMissing, run } from './npm.ts';

const REPOSITORY = join(import.meta.dirname, '../../../..');
const README = readFileSync(join(REPOSITORY, 'README.md'), 'utf8');

describe('the README, for a real mailbox', () => {
  it('makes an installation that is complete without the clone', { skip: registryIsMissing }, async (t) => {
    const base = await realpath(await mkdtemp(join(tmpdir(), 'posthorn-readme-')));
    t.after(() => rm(base, { recursive: true }));
    const directory = join(base, 'my-mail');
    const [, section = ''] = README.split('## With a real mailbox');
    const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
    const lines = block.split('\n').map((line) => line.replace('../my-mail', directory));
    const [ci, create = '', cd, ...rest] = lines;

    // The clone that runs the tests has been built, and others use what is in it.
    const flags = create.split(' ').slice('npm run create --'.split(' ').length);
    await run(REPOSITORY, [process.execPath, 'scripts/create.mjs', ...flags, '--yes']);
    const checked = await run(directory, ['npx', 'posthorn', 'check']);

    assert.deepEqual([ci, create.startsWith('npm run create -- '), cd], ['npm ci', true, `cd ${directory}`]);
    assert.ok(rest.includes('npm start'));
    assert.match(checked, /mail servers: gmail, /);
    assert.match(
      readFileSync(join(directory, 'package.json'), 'utf8'),
      /"posthorn": "file:packages\/posthorn-/,
    );
  });
});
