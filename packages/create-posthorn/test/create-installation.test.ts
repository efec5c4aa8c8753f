import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { createInstallation, type Surroundings } from '../src/create-installation.ts';
import type { CreationRequest } from '../src/read-arguments.ts';
import type { Command } from '../src/run-program.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
const FILES = ['.gitignore', 'README.md', 'app', 'package.json', 'posthorn.service'];

describe('createInstallation', () => {
  let base: string;
  let directory: string;
  let printed: string;
  let ran: { readonly command: Command; readonly directory: string }[];
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'create-posthorn-'));
    directory = join(base, 'my mail');
    printed = '';
    ran = [];
  });
  afterEach(() => rm(base, { recursive: true }));

  /** npm that puts the templates of the program where it would, and a program that does nothing. */
  const install = async (place: string) => {
    const program = join(place, 'node_modules/posthorn');
    await mkdir(join(program, 'app/config'), { recursive: true });
    await writeFile(join(program, '.env.example'), 'PORT=8025\n');
    await writeFile(join(program, 'app/config/cors.example.js'), 'cors');
  };
  const create = (
    request: Partial<CreationRequest> = {},
    codes: { readonly npm?: number | null; readonly posthorn?: number | null } = {},
  ) => {
    const { npm = 0, posthorn = 0 } = codes;
    const run: Surroundings['run'] = async (command, place) => {
      ran.push({ command, directory: place });
      if (!command.includes('--ignore-scripts')) return posthorn;
      if (npm === 0) await install(place);
      return npm;
    };
    const print = (line: string) => {
      printed += `${line}\n`;
    };
    return createInstallation(
      { directory, isForced: false, installs: true, packageSource: null, installFlags: [], ...request },
      { version: '1.2.3', print, run },
    );
  };
  const read = (name: string) => readFile(join(directory, name), 'utf8');

  it('makes the files, installs, copies the examples of the program, and sets up with the flags', async () => {
    await create({ installFlags: ['--yes', '--url', 'https://x.example'] });

    assert.deepEqual((await readdir(directory)).sort(), [
      ...['.env.example', '.gitignore', 'README.md', 'app', 'node_modules', 'package.json'],
      'posthorn.service',
    ]);
    assert.deepEqual(
      [await read('.env.example'), await read('app/config/cors.example.js')],
      ['PORT=8025\n', 'cors'],
    );
    const [npm, posthorn, ...others] = ran;
    assert.deepEqual(npm?.command.slice(-5), [
      ...['install', '--ignore-scripts', '--omit=dev', '--no-fund', '--no-audit'],
    ]);
    assert.equal(npm?.directory, directory);
    assert.deepEqual(posthorn?.command, [
      ...[process.execPath, join(directory, 'node_modules/posthorn/bin/posthorn.js')],
      ...['install', '--root', directory, '--yes', '--url', 'https://x.example'],
    ]);
    assert.deepEqual(others, []);
    assert.match(printed, /npm start/);
  });

  it('writes a private module package with its own version of posthorn', async () => {
    await create();

    const repository = JSON.parse(await readFile(join(REPOSITORY, 'package.json'), 'utf8'));
    // An installation generates no clients.
    const { '@hey-api/openapi-ts': _generator, ...overrides } = repository.overrides;
    assert.deepEqual(JSON.parse(await read('package.json')), {
      name: 'posthorn-installation',
      private: true,
      type: 'module',
      scripts: { start: 'exec posthorn serve', setup: 'posthorn install', doctor: 'posthorn doctor' },
      dependencies: { posthorn: '1.2.3' },
      // What the project itself is built and tested with.
      overrides,
    });
  });

  it('keeps .env out of version control', async () => {
    await create();

    assert.deepEqual((await read('.gitignore')).split('\n').includes('.env'), true);
  });

  it('names the directory and node in the systemd unit, with what is special there', async () => {
    directory = join(base, '100% $& mail');

    await create();

    const unit = await read('posthorn.service');
    assert.ok(unit.includes(`WorkingDirectory=${base}/100%% $& mail\n`), unit);
    assert.ok(
      unit.includes(
        `ExecStart="${process.execPath}" --max-semi-space-size=4 node_modules/posthorn/bin/posthorn.js serve\n`,
      ),
    );
    assert.doesNotMatch(unit, /@[A-Z]+@/);
  });

  it('makes only the files with --no-install, and says how to go on', async () => {
    await create({ installs: false });

    assert.deepEqual([(await readdir(directory)).sort(), ran], [FILES, []]);
    assert.match(printed, /npm install --ignore-scripts --omit=dev\n {2}npx posthorn install\n/);
  });

  it('uses an empty directory', async () => {
    await mkdir(directory);

    await create({ installs: false });

    assert.deepEqual((await readdir(directory)).sort(), FILES);
  });

  it('refuses a directory that is not empty, and leaves it as it is', async () => {
    await mkdir(directory);
    await writeFile(join(directory, 'mine'), '');

    await assert.rejects(create(), /is not empty\. .*--force: then settings, .* stay, .* Nothing was made\./);
    assert.deepEqual([await readdir(directory), ran], [['mine'], []]);
  });

  it('keeps what others have written into package.json and .gitignore, and says what it replaces', async () => {
    await mkdir(directory, { recursive: true });
    const mine = {
      name: 'mine',
      scripts: { backup: 'cp' },
      dependencies: { leftpad: '1.0.0', posthorn: '1.0.0' },
    };
    await writeFile(join(directory, 'package.json'), JSON.stringify(mine));
    await writeFile(join(directory, '.gitignore'), '*.bak\n.env');
    await writeFile(join(directory, 'posthorn.service'), '[Service]\nUser=mail\n');

    await create({ isForced: true });

    const { name, scripts, dependencies } = JSON.parse(await read('package.json'));
    assert.deepEqual(
      [name, Object.keys(scripts), dependencies],
      ['mine', ['backup', 'start', 'setup', 'doctor'], { leftpad: '1.0.0', posthorn: '1.2.3' }],
    );
    assert.match(await read('.gitignore'), /^\*\.bak\n\.env\nnode_modules\/\n/);
    assert.equal(await read('posthorn.service'), '[Service]\nUser=mail\n');
    assert.match(await read('posthorn.service.new'), /^User=posthorn$/m);
    assert.match(printed, /^posthorn\.service stays as it is\. Compare it with posthorn\.service\.new\.$/m);
  });

  it('replaces its own files with --force, and nothing else', async () => {
    await mkdir(join(directory, 'app/config'), { recursive: true });
    await writeFile(join(directory, 'package.json'), 'old');
    await writeFile(join(directory, '.env'), 'PORT=1\n');
    await writeFile(join(directory, 'app/config/cors.js'), 'mine');

    await create({ isForced: true });

    assert.match(await read('package.json'), /posthorn-installation/);
    assert.deepEqual([await read('.env'), await read('app/config/cors.js')], ['PORT=1\n', 'mine']);
  });

  for (const { settings, installFlags, isAsked } of [
    { settings: '.env', installFlags: [], isAsked: false },
    { settings: 'posthorn.env', installFlags: [], isAsked: false },
    { settings: '.env', installFlags: ['--yes'], isAsked: true },
    { settings: 'notes', installFlags: [], isAsked: true },
  ]) {
    it(`${isAsked ? 'asks' : 'does not ask'} with --force, ${settings} and [${installFlags}]`, async () => {
      await mkdir(directory);
      await writeFile(join(directory, settings), '');

      await create({ isForced: true, installFlags });

      assert.equal(ran.length, isAsked ? 2 : 1);
      assert.equal(/"npm run setup" asks for them again/.test(printed), !isAsked);
    });
  }

  it('writes nothing to where a symbolic link among the examples leads', async () => {
    await mkdir(join(directory, 'app/config'), { recursive: true });
    await writeFile(join(base, 'elsewhere'), 'mine');
    await symlink(join(base, 'elsewhere'), join(directory, 'app/config/cors.example.js'));

    await create({ isForced: true });

    assert.deepEqual(
      [await readFile(join(base, 'elsewhere'), 'utf8'), await read('app/config/cors.example.js')],
      ['mine', 'cors'],
    );
  });

  describe('refuses, also with --force, and makes nothing', () => {
    it('a file in the place of the directory', async () => {
      await writeFile(directory, 'mine');

      await assert.rejects(create({ isForced: true }), /my mail is a file\. Nothing was made\./);
      assert.equal(await readFile(directory, 'utf8'), 'mine');
    });

    it('a symbolic link in the place of the directory', async () => {
      await mkdir(join(base, 'elsewhere'));
      await symlink(join(base, 'elsewhere'), directory);

      await assert.rejects(create({ isForced: true }), /my mail is a symbolic link\. Nothing was made\./);
      assert.deepEqual(await readdir(join(base, 'elsewhere')), []);
    });

    it('a directory below a file', async () => {
      await writeFile(join(base, 'file'), '');
      directory = join(base, 'file/mail');

      await assert.rejects(create(), /cannot be seen \(ENOTDIR\)\. Nothing was made\./);
    });

    for (const name of ['package.json', '.env.example', 'app', 'app/config', 'node_modules']) {
      it(`a symbolic link in the place of ${name}`, async () => {
        const path = join(directory, name);
        await mkdir(join(path, '..'), { recursive: true });
        await mkdir(join(base, 'elsewhere'));
        await symlink(join(base, 'elsewhere'), path);

        await assert.rejects(create({ isForced: true }), /is a symbolic link, and no .*: remove it first/);
        assert.deepEqual([await readdir(join(base, 'elsewhere')), ran], [[], []]);
      });
    }
  });

  describe('says what is there and how to go on', () => {
    it('when npm fails', async () => {
      await assert.rejects(create({}, { npm: 7 }), {
        message: `npm install ended with code 7. ${directory} has its files, but Posthorn is not installed. Go on there with "npm install --ignore-scripts --omit=dev" and "npx posthorn install", or remove the directory.`,
        exitCode: 7,
      });
      assert.equal(ran.length, 1);
    });

    it('when the questions are given up', async () => {
      await assert.rejects(create({}, { posthorn: null }), {
        message: `posthorn install was ended by a signal. Posthorn is installed in ${directory}, but not set up. Go on there with "npx posthorn install".`,
        exitCode: 1,
      });
    });
  });

  describe('with tarballs', () => {
    const TARBALLS = ['posthorn-1.2.3.tgz', 'posthorn-sandbox-1.2.3.tgz', 'relfield-0.4.0.tgz'];
    let packageSource: string;
    const pack = async (name: string, dependencies: readonly string[] = []) => {
      const manifest = { dependencies: Object.fromEntries(dependencies.map((each) => [each, '1.0.0'])) };
      await mkdir(join(base, 'package'), { recursive: true });
      await writeFile(join(base, 'package/package.json'), JSON.stringify(manifest));
      await promisify(execFile)('tar', [
        '-czf',
        join(packageSource, name),
        '-C',
        base,
        'package/package.json',
      ]);
    };
    beforeEach(async () => {
      packageSource = join(base, 'packed');
      await mkdir(packageSource);
      const [posthorn = '', sandbox = '', relfield = ''] = TARBALLS;
      await pack(posthorn, ['fastify', 'posthorn-sandbox']);
      // What a package of this project needs in turn is found as well.
      await pack(sandbox, ['relfield']);
      await pack(relfield);
      await pack('create-posthorn-1.2.3.tgz');
    });

    it('copies them and depends on the copies', async () => {
      await create({ packageSource });

      assert.deepEqual(await readdir(join(directory, 'packages')), TARBALLS);
      assert.deepEqual(JSON.parse(await read('package.json')).dependencies, {
        posthorn: 'file:packages/posthorn-1.2.3.tgz',
        'posthorn-sandbox': 'file:packages/posthorn-sandbox-1.2.3.tgz',
        relfield: 'file:packages/relfield-0.4.0.tgz',
      });
    });

    it('take the place of those of an earlier version', async () => {
      const packages = join(directory, 'packages');
      await mkdir(packages, { recursive: true });
      for (const name of ['posthorn-1.1.0.tgz', 'posthorn-html-1.1.0.tgz', 'mine-1.0.0.tgz']) {
        await writeFile(join(packages, name), '');
      }
      const dependencies = { 'posthorn-html': 'file:packages/posthorn-html-1.1.0.tgz', leftpad: '1.0.0' };
      await writeFile(join(directory, 'package.json'), JSON.stringify({ dependencies }));

      await create({ packageSource, isForced: true });

      assert.deepEqual((await readdir(packages)).sort(), ['mine-1.0.0.tgz', ...TARBALLS]);
      const after = JSON.parse(await read('package.json')).dependencies;
      assert.deepEqual(Object.keys(after).sort(), ['leftpad', 'posthorn', 'posthorn-sandbox', 'relfield']);
    });

    for (const { what, change, message } of [
      {
        what: 'one is missing',
        change: () => rm(join(packageSource, 'relfield-0.4.0.tgz')),
        message: /has no tarball of relfield/,
      },
      {
        what: 'there are two of one',
        change: () => writeFile(join(packageSource, 'relfield-0.5.0.tgz'), ''),
        message: /has more than one tarball of relfield/,
      },
      {
        what: 'posthorn has another version',
        change: async () => {
          await rm(join(packageSource, 'posthorn-1.2.3.tgz'));
          await writeFile(join(packageSource, 'posthorn-2.0.0.tgz'), '');
        },
        message: /has posthorn-2\.0\.0\.tgz, and posthorn-1\.2\.3\.tgz is needed/,
      },
      {
        what: 'one is no tarball',
        change: () => writeFile(join(packageSource, 'relfield-0.4.0.tgz'), 'x'),
        message: /relfield-0\.4\.0\.tgz is no tarball of npm/,
      },
      {
        what: 'there is no such directory',
        change: () => rm(packageSource, { recursive: true }),
        message: /packed cannot be read \(ENOENT\)/,
      },
    ]) {
      it(`makes nothing when ${what}`, async () => {
        await change();

        await assert.rejects(create({ packageSource }), message);
        await assert.rejects(readdir(directory), { code: 'ENOENT' });
      });
    }
  });
});
