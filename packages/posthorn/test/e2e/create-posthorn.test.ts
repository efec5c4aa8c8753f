/** `npm create posthorn`, from what is published to the first mail, on a machine that has no checkout. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Dovecot, startDovecot } from '../support/dovecot.ts';
import { fillMailbox } from '../support/fill-mailbox.ts';
import { buildMessage } from '../support/message-samples.ts';
import { cleanEnvironment, packPackages, registryIsMissing, run } from './npm.ts';
import { type PosthornProcess, startPosthornProcess } from './posthorn-process.ts';
import type { V0List } from './v0-answer.ts';

const USER = 'alice@example.org';
const PASSWORD = 'alice-secret';
const REPOSITORY = join(import.meta.dirname, '../../../..');

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}

describe('npm create posthorn', { skip: registryIsMissing }, () => {
  let base: string;
  let directory: string;
  let output: string;
  before(async () => {
    // Temporary folders may be links themselves, and modules are known by their real paths.
    base = await realpath(await mkdtemp(join(tmpdir(), 'posthorn-create-')));
    directory = join(base, 'my mail');
    const tool = join(base, 'tool');
    await packPackages(join(base, 'packed'));
    await mkdir(tool);
    await writeFile(join(tool, 'package.json'), '{}');
    const [tarball = ''] = (await readdir(join(base, 'packed'))).filter((name) => name.startsWith('create-'));
    await run(tool, ['npm', 'install', '--ignore-scripts', '--no-audit', join(base, 'packed', tarball)]);
    output = await run(base, [
      ...[join(tool, 'node_modules/.bin/create-posthorn'), directory, '--from', join(base, 'packed')],
      ...['--yes', '--url', 'https://mail.example.org', '--auth-provider', 'single-imap-user'],
    ]);
    await rm(tool, { recursive: true });
    await rm(join(base, 'packed'), { recursive: true });
  });
  after(() => rm(base, { recursive: true }));

  it('makes an installation and says how to start it', async () => {
    assert.deepEqual((await readdir(directory)).sort(), [
      ...['.env', '.env.example', '.gitignore', 'README.md', 'app', 'node_modules', 'package-lock.json'],
      ...['package.json', 'packages', 'posthorn.service'],
    ]);
    assert.deepEqual((await readdir(join(directory, 'app/config'))).sort(), [
      ...['bindings.example.js', 'cors.example.js', 'cors.js', 'imapserver.example.js', 'imapserver.js'],
      'oauth.example.js',
    ]);
    assert.match(await readFile(join(directory, '.env'), 'utf8'), /^APP_URL=https:\/\/mail\.example\.org$/m);
    assert.equal((await stat(join(directory, '.env'))).mode & 0o777, 0o600);
    assert.ok(output.includes(`cd '${directory}'\n  npm start\n`), output);
  });

  it('is refused a second time, with all that is there left as it is', async () => {
    const env = await readFile(join(directory, '.env'), 'utf8');
    const again = run(base, [
      ...[process.execPath, join(REPOSITORY, 'packages/create-posthorn/bin/create-posthorn.js'), directory],
      '--yes',
    ]);

    await assert.rejects(again, { code: 1, stderr: /is not empty\. .*Nothing was made\.\n$/ });
    assert.equal(await readFile(join(directory, '.env'), 'utf8'), env);
  });

  it('leads nowhere outside the installation', async () => {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    const links = entries.filter((entry) => entry.isSymbolicLink());

    const targets = await Promise.all(
      links.map(async ({ parentPath, name }) =>
        resolve(dirname(join(parentPath, name)), await readlink(join(parentPath, name))),
      ),
    );
    assert.ok(targets.some((target) => target.endsWith('/posthorn/bin/posthorn.js')));
    assert.deepEqual(
      targets.filter((target) => !target.startsWith(`${directory}/`)),
      [],
    );
  });

  it('has examples whose types an editor can check', async () => {
    const options = {
      compilerOptions: {
        ...{ module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom'], strict: true },
        ...{ allowJs: true, checkJs: true, noEmit: true, types: ['node'] },
        typeRoots: [join(REPOSITORY, 'node_modules/@types')],
      },
      include: ['app/config/*.example.js'],
    };
    await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(options));

    const compiler = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
    assert.equal(await run(directory, [process.execPath, compiler, '-p', '.']), '');
  });

  describe('with a mail server', () => {
    const modules: string[] = [];
    let dovecot: Dovecot;
    let server: PosthornProcess;
    before(async () => {
      dovecot = await startDovecot();
      const messages = [
        { raw: buildMessage({ subject: 'first' }) },
        { raw: buildMessage({ subject: 'second' }) },
      ];
      await fillMailbox({ server: dovecot, user: dovecot.user(USER), mailbox: 'INBOX', messages });
      await writeFile(
        join(directory, 'app/config/imapserver.js'),
        `export default [{ id: 'example', inbox_address: '127.0.0.1', inbox_port: ${dovecot.port}, inbox_ssl: false, match: [/@example\\.org$/] }];\n`,
      );
      server = await startPosthornProcess(['serve'], {
        cwd: directory,
        command: join(directory, 'node_modules/.bin/posthorn'),
        environment: { ...cleanEnvironment(), PORT: '0', NODE_V8_COVERAGE: join(base, 'coverage') },
      });
    });
    after(async () => {
      await server.stop();
      await dovecot.stop();
    });

    it('signs in and lists mail', async () => {
      const signIn = await fetch(`${server.address}/rest-imapuser/auth`, {
        method: 'POST',
        body: new URLSearchParams({ username: USER, password: PASSWORD }),
      });
      const list = await fetch(
        `${server.address}/rest-api-email/v0/MailAccounts/example/MailFolders/INBOX/MessageItems?start=0&limit=10`,
        { headers: { authorization: `Basic ${btoa(`${USER}:${PASSWORD}`)}` } },
      );

      const { data, total } = (await list.json()) as V0List;
      assert.deepEqual([signIn.status, list.status, total], [200, 200, 2]);
      assert.deepEqual(data.map(({ subject }) => subject).toSorted(), ['first', 'second']);
    });

    it('runs no file that is not in the installation', async () => {
      await server.stop();

      // Node writes down all code that it has run.
      for (const name of await readdir(join(base, 'coverage'))) {
        const { result }: Coverage = JSON.parse(await readFile(join(base, 'coverage', name), 'utf8'));
        modules.push(...result.map(({ url }) => url).filter((url) => url.startsWith('file:')));
      }
      const paths = modules.map((url) => fileURLToPath(url));
      assert.ok(paths.includes(join(directory, 'node_modules/posthorn/dist/cli/main.js')));
      assert.ok(paths.includes(join(directory, 'node_modules/relfield/dist/index.js')));
      assert.ok(paths.includes(join(directory, 'app/config/imapserver.js')));
      assert.deepEqual(
        paths.filter((path) => !path.startsWith(`${directory}/`)),
        [],
      );
    });
  });
});
