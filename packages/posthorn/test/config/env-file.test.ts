import assert from 'node:assert/strict';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { changeEnvFile, readEnvFileText } from '../../src/config/env-file.ts';

const IS_ROOT = process.getuid?.() === 0;

describe('changeEnvFile', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'posthorn-env-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  const path = () => join(root, '.env');
  const setDebug = () => changeEnvFile(path(), new Map([['APP_DEBUG', 'true']]));

  it('makes the file, for its owner only', async () => {
    await setDebug();

    assert.equal(await readFile(path(), 'utf8'), 'APP_DEBUG=true\n');
    assert.equal((await stat(path())).mode & 0o777, 0o600);
  });

  it('takes a file away from other readers when it changes it, and leaves nothing beside it', async () => {
    await writeFile(path(), '# mine\nAPP_DEBUG=false\n');
    await chmod(path(), 0o644);

    await setDebug();

    assert.equal(await readFile(path(), 'utf8'), '# mine\nAPP_DEBUG=true\n');
    assert.equal((await stat(path())).mode & 0o777, 0o600);
    assert.deepEqual(await readdir(root), ['.env']);
  });

  it('leaves a file to the group that alone may read it', async () => {
    await writeFile(path(), 'APP_DEBUG=false\n');
    await chmod(path(), 0o640);

    await setDebug();

    assert.equal((await stat(path())).mode & 0o777, 0o640);
  });

  it('gives a new file to the owner of its folder', {
    skip: IS_ROOT ? false : 'only root can give files away',
  }, async () => {
    await chown(root, 4321, 4322);

    await setDebug();

    const { uid, gid } = await stat(path());
    assert.deepEqual([uid, gid], [4321, 4322]);
  });

  it('refuses a symbolic link, whether or not it leads anywhere, and leaves its target alone', async () => {
    await writeFile(join(root, 'target'), 'A=1\n');
    await symlink(join(root, 'target'), path());
    await assert.rejects(setDebug(), /\.env is a symbolic link or no regular file/);
    assert.equal(await readFile(join(root, 'target'), 'utf8'), 'A=1\n');

    await rm(path());
    await symlink(join(root, 'nowhere'), path());
    await assert.rejects(setDebug(), /\.env is a symbolic link or no regular file/);
    assert.ok((await lstat(path())).isSymbolicLink());
  });

  it('refuses a folder', async () => {
    await mkdir(path());

    await assert.rejects(setDebug(), /\.env is a symbolic link or no regular file/);
  });

  it('refuses a file that is too large to be one', async () => {
    await writeFile(path(), '#'.repeat(1024 * 1024 + 1));

    await assert.rejects(readEnvFileText(path()), /\.env has 1048577 octets/);
  });

  it('leaves the file as it was when a value cannot be written', async () => {
    await writeFile(path(), 'A=1\n');

    await assert.rejects(changeEnvFile(path(), new Map([['A', 'x\nB=1']])), /cannot be written/);
    assert.equal(await readFile(path(), 'utf8'), 'A=1\n');
  });
});
