import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createFile, pathState, replaceFile } from '../../src/config/atomic-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-place-'));
});
afterEach(() => rm(folder, { recursive: true }));

const file = (contents = 'new') => ({ path: join(folder, 'file'), contents, mode: 0o640 });

describe('createFile', () => {
  it('writes the file with exactly this mode', async () => {
    await createFile(file());

    assert.equal(await readFile(file().path, 'utf8'), 'new');
    assert.equal((await stat(file().path)).mode & 0o777, 0o640);
  });

  it('refuses to replace a file, and leaves no temporary one', async () => {
    await writeFile(file().path, 'old');

    await assert.rejects(createFile(file()), { code: 'EEXIST' });
    assert.deepEqual([await readFile(file().path, 'utf8'), await readdir(folder)], ['old', ['file']]);
  });

  it('refuses a symbolic link that leads nowhere', async () => {
    await symlink(join(folder, 'nowhere'), file().path);

    await assert.rejects(createFile(file()), { code: 'EEXIST' });
    assert.equal(await pathState(join(folder, 'nowhere')), 'absent');
  });
});

describe('replaceFile', () => {
  it('replaces a file', async () => {
    await writeFile(file().path, 'old');

    await replaceFile(file());

    assert.equal(await readFile(file().path, 'utf8'), 'new');
  });

  it('refuses a symbolic link, and leaves what it leads to', async () => {
    await writeFile(join(folder, 'target'), 'old');
    await symlink(join(folder, 'target'), file().path);

    await assert.rejects(replaceFile(file()), /is a symbolic link or no regular file/);
    assert.equal(await readFile(join(folder, 'target'), 'utf8'), 'old');
    assert.deepEqual((await readdir(folder)).sort(), ['file', 'target']);
  });
});
