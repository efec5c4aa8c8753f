/** The first commands that the README has for a real mailbox, in a clone, with an empty folder elsewhere as their target. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { registryIsMissing, run } from './npm.ts';

const REPOSITORY = join(import.meta.dirname, '../../../..');
/** The check sum of a tarball in `packages`, with what stands in front of it. */
const OWN_INTEGRITY = /("resolved": "file:packages\/[^"]*",\s*"integrity": ")[^"]*/g;
const OTHER_INTEGRITY = `sha512-${Buffer.alloc(64).toString('base64')}`;
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

    const read = (name: string) => readFileSync(join(directory, name), 'utf8');
    const settings = [read('.env'), read('app/config/imapserver.js')];
    writeFileSync(join(directory, 'posthorn.service'), '# mine\n');
    // As if the clone had changed since, with the same version in its packages.
    for (const name of ['package-lock.json', 'node_modules/.package-lock.json']) {
      writeFileSync(join(directory, name), read(name).replaceAll(OWN_INTEGRITY, `$1${OTHER_INTEGRITY}`));
    }
    writeFileSync(join(directory, 'node_modules/relfield/dist/index.js'), 'throw new Error("old");');
    const [, upgrade = ''] = /^git pull && npm ci && npm run create -- (.*)$/m.exec(read('README.md')) ?? [];
    const upgradeFlags = upgrade.replace('THIS_DIRECTORY', directory).split(' ');
    const upgraded = await run(REPOSITORY, [process.execPath, 'scripts/create.mjs', ...upgradeFlags]);

    assert.match(upgraded, /settings and app\/config stay as they are/);
    assert.deepEqual([read('.env'), read('app/config/imapserver.js')], settings);
    assert.equal(read('posthorn.service'), '# mine\n');
    assert.match(read('posthorn.service.new'), /^User=posthorn$/m);
    assert.match(await run(directory, ['npx', 'posthorn', 'check']), /mail servers: gmail, /);
  });
});
