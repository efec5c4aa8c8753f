/** A build in the folder from which a server runs. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { REPOSITORY } from './container-image.ts';
import { shellBlocks } from './documented-shell.ts';
import { createInstallationRoot } from './installation-root.ts';
import { type PosthornProcess, startPosthornProcess } from './posthorn-process.ts';

/** Each further worker would be started again after a longer wait. */
const MAX_KILLS = 5;

/** The packages of the project in a new folder, built, with the installed packages of this one. */
async function copyProject(t: TestContext): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'posthorn-clone-'));
  t.after(() => rm(copy, { recursive: true, force: true }));
  for (const name of ['package.json', 'tsconfig.base.json', 'scripts', 'packages']) {
    const filter = (path: string) => !['test', 'docs', 'node_modules'].includes(basename(path));
    await cp(join(REPOSITORY, name), join(copy, name), { recursive: true, filter });
  }
  await mkdir(join(copy, 'node_modules'));
  for (const name of await readdir(join(REPOSITORY, 'node_modules'))) {
    const own = /^(?:posthorn(?:-(?:imap|sandbox))?|relfield|create-posthorn)$/.test(name);
    const folder = name.replace(/^posthorn-/, '');
    const target = own ? `../packages/${folder}` : join(REPOSITORY, 'node_modules', name);
    await symlink(target, join(copy, 'node_modules', name));
  }
  return copy;
}

/** The processes of workers that have begun to serve, by what the primary process logs. */
function servingWorkers(server: PosthornProcess): readonly number[] {
  return [...server.output().matchAll(/"pid":(\d+)[^\n]*"msg":"a worker process/g)].map(([, pid]) =>
    Number(pid),
  );
}

/** The lines of docs/operations.md for the unit of `deploy`, with other folders in place of /opt and /etc. */
const [, UPGRADE = ''] = readFileSync(join(REPOSITORY, 'docs/operations.md'), 'utf8').split('## Upgrade');
const [LINES = ''] = shellBlocks(UPGRADE);

describe('docs/operations.md, upgrade with systemd', () => {
  it('builds a new version, and leaves the running one its files until it is restarted', async (t) => {
    const opt = await mkdtemp(join(tmpdir(), 'posthorn-opt-'));
    t.after(() => rm(opt, { recursive: true }));
    const [old, clone] = [await copyProject(t), await copyProject(t)];
    await symlink(old, join(opt, 'posthorn'));
    const root = await createInstallationRoot(t, 'PORT=0\nAPP_WORKERS=2\n');
    const command = join(opt, 'posthorn/packages/posthorn/bin/posthorn.js');
    const server = await startPosthornProcess(['serve', '--root', root.path], { command });
    t.after(() => server.stop());
    while (servingWorkers(server).length < 2) await wait(20);

    const script = LINES.replaceAll('/opt/', `${opt}/`)
      .replaceAll('/etc/posthorn', root.path)
      // What needs a repository, a registry and systemd.
      .replace(/^git clone .*$/m, `mv ${clone} "$next"`)
      .replace('npm ci --ignore-scripts && ', '')
      .replace(/^systemctl .*$/m, '');
    const { stdout } = await promisify(execFile)('/bin/bash', ['-ec', script]);

    assert.match(stdout, /The configuration of .* can be used/);
    assert.notEqual(await realpath(join(opt, 'posthorn')), old);
    process.kill(servingWorkers(server).at(-1) ?? 0, 'SIGKILL');
    while (servingWorkers(server).length < 3) await wait(20);
    assert.doesNotMatch(server.output(), /ERR_MODULE_NOT_FOUND/);
    assert.equal(await server.stop(), 0);
    const upgraded = await startPosthornProcess(['serve', '--root', root.path], { command });
    assert.equal(await upgraded.stop(), 0);
  });
});

describe('npm run build', () => {
  it('leaves a server with workers that runs from the same folder all its files', async (t) => {
    const clone = await copyProject(t);
    const root = await createInstallationRoot(t, 'PORT=0\nAPP_WORKERS=2\n');
    const server = await startPosthornProcess(['serve', '--root', root.path], {
      command: join(clone, 'packages/posthorn/bin/posthorn.js'),
    });
    t.after(() => server.stop());
    while (servingWorkers(server).length < 2) await wait(20);

    const build = spawn(process.execPath, [join(clone, 'scripts/build.mjs')], { stdio: 'inherit' });
    const ended = once(build, 'exit');
    let killed = 0;
    while (build.exitCode === null) {
      const workers = servingWorkers(server);
      // A worker that starts during the build loads all its files.
      if (workers.length >= 2 + killed && killed < MAX_KILLS) {
        process.kill(workers.at(-1) ?? 0, 'SIGKILL');
        killed += 1;
      }
      await Promise.race([ended, wait(50)]);
    }

    while (servingWorkers(server).length < 2 + killed) await wait(20);
    assert.equal(build.exitCode, 0);
    assert.ok(killed > 0);
    assert.doesNotMatch(server.output(), /ERR_MODULE_NOT_FOUND|Cannot find module/);
    assert.equal((await fetch(`${server.address}/health`)).status, 200);
  });
});
