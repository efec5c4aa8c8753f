/** The Dockerfile and the unit of systemd, as far as they can be tried without Docker and without systemd running. */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { after, afterEach, before, beforeEach, describe, it, type TestContext } from 'node:test';
import { startSandbox } from 'posthorn-sandbox';
import { findFreePort } from '../support/free-port.ts';
import { buildImage, type Image, REPOSITORY, readImage, type UnpackedImage } from './container-image.ts';
import { registryIsMissing } from './npm.ts';

/** The user and group of that name. */
const NOBODY = 65_534;
const IS_ROOT = process.getuid?.() === 0;
const UNIT = join(REPOSITORY, 'deploy/posthorn.service');
/** That of `npm create posthorn`, with its two gaps filled as for an installation in /srv. */
const CREATED_UNIT = readFileSync(
  join(REPOSITORY, 'packages/create-posthorn/templates/posthorn.service'),
  'utf8',
)
  .replaceAll('@DIRECTORY@', '/srv/mail')
  .replaceAll('@NODE@', process.execPath);
const UNITS = {
  'deploy/posthorn.service': readFileSync(UNIT, 'utf8').replace('/usr/bin/node', process.execPath),
  'the unit of npm create posthorn': CREATED_UNIT,
};
const ANALYZE = '/usr/bin/systemd-analyze';
/** A loaded machine needs longer than the usual second. */
const START_LIMIT_MS = 20_000;
const hasSystemd = existsSync(ANALYZE);

/** Settles when the server has said that it listens. */
async function untilListening(output: Readable): Promise<void> {
  let text = '';
  while (!text.includes('Server listening')) {
    const [chunk] = await once(output, 'data', { signal: AbortSignal.timeout(START_LIMIT_MS) });
    text += chunk;
  }
}

describe('Dockerfile', () => {
  const image: Image = readImage();
  const ignored = readFileSync(join(REPOSITORY, '.dockerignore'), 'utf8').trim().split('\n');

  it('copies only what exists and is not ignored', () => {
    const sources = image.buildCopies.flatMap(({ sources: names }) => names);
    const fromContext = image.copies.flatMap(({ sources: names, isFromBuild }) => (isFromBuild ? [] : names));

    const missing = [...sources, ...fromContext].filter((name) => !existsSync(join(REPOSITORY, name)));
    assert.ok(sources.length > 5 && fromContext.length > 0);
    assert.deepEqual([missing, sources.filter((name) => ignored.includes(name))], [[], []]);
  });

  it('starts the server with the flags of the units, and the health check without them', () => {
    const flag = '--max-semi-space-size=4';

    assert.deepEqual([image.command[1], image.healthCheck.includes(flag)], [flag, false]);
  });

  it('does not run as root', () => {
    assert.equal(image.user, 'node');
  });

  describe('its image', {
    skip: registryIsMissing || (IS_ROOT ? false : 'only root can run it as another user'),
  }, () => {
    let built: UnpackedImage;
    let root: string;
    let installation: string;
    before(async () => {
      built = buildImage(image);
      root = built.root;
      installation = await mkdtemp(join(tmpdir(), 'posthorn-app-'));
      await chmod(installation, 0o755);
    });
    after(async () => {
      built.remove();
      await rm(installation, { recursive: true });
    });

    const command = (words: readonly string[], settings: Readonly<Record<string, string>>, uid = NOBODY) => {
      const [, ...args] = words.map((word) =>
        word.replace(/^\/opt\//, `${root}/opt/`).replace(/^\/app$/, installation),
      );
      return spawn(process.execPath, args, {
        cwd: installation,
        uid,
        gid: uid,
        env: { PATH: process.env.PATH, ...image.environment, HOST: '127.0.0.1', ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    };

    it('has the program with the packages that it needs, and no others', () => {
      const modules = join(root, 'opt/posthorn/node_modules');
      const { dependencies }: { dependencies: Readonly<Record<string, string>> } = JSON.parse(
        readFileSync(join(root, 'opt/posthorn/packages/posthorn/package.json'), 'utf8'),
      );

      const missing = Object.keys(dependencies).filter((name) => !existsSync(join(modules, name)));
      const tools = ['typescript', '@biomejs/biome', 'create-posthorn'];
      assert.deepEqual([missing, tools.filter((name) => existsSync(join(modules, name)))], [[], []]);
    });

    it('serves as nobody from a tree that cannot be written, and is found healthy', async (t) => {
      const sandbox = await startSandbox({ users: [{ name: 'ann@example.org', password: 'secret' }] });
      t.after(() => sandbox.close());
      await mkdir(join(installation, 'app/config'), { recursive: true });
      await writeFile(
        join(installation, 'app/config/imapserver.json'),
        JSON.stringify([
          {
            id: 'example',
            inbox_address: '127.0.0.1',
            inbox_port: sandbox.imapPort,
            inbox_ssl: false,
            match: '/@example/',
          },
        ]),
      );
      const settings = { AUTH_PROVIDER: 'single-imap-user', PORT: String(await findFreePort()) };
      const server = command(image.command, settings);
      t.after(() => server.kill('SIGKILL'));
      await untilListening(server.stdout);

      const health = command(image.healthCheck, settings);
      const [healthCode] = await once(health, 'exit');
      const answer = await fetch(
        `http://127.0.0.1:${settings.PORT}/rest-api-email/v0/MailAccounts/example/MailFolders`,
        {
          headers: { authorization: `Basic ${btoa('ann@example.org:secret')}` },
        },
      );
      const { data } = (await answer.json()) as { data: readonly unknown[] };
      const writing = command(
        ['node', '-e', `fs.writeFileSync(${JSON.stringify(join(root, 'opt/posthorn/x'))}, '')`],
        {},
      );
      const [writeCode] = await once(writing, 'exit');
      server.kill('SIGTERM');
      const [code] = await once(server, 'exit');

      assert.deepEqual([healthCode, answer.status, writeCode, code], [0, 200, 1, 0]);
      assert.ok(data.length > 0);
    });

    describe('with a private .env', () => {
      const OWNER = 4321;
      beforeEach(async () => {
        await writeFile(join(installation, '.env'), 'APP_ENV=trial\n', { mode: 0o600 });
        await chown(join(installation, '.env'), OWNER, OWNER);
      });
      afterEach(() => rm(join(installation, '.env')));

      it('serves as the user that owns it', async (t) => {
        const port = await findFreePort();
        const server = command(image.command, { PORT: String(port) }, OWNER);
        t.after(() => server.kill('SIGKILL'));
        await untilListening(server.stdout);

        const answer = await fetch(`http://127.0.0.1:${port}/health`);

        assert.equal(((await answer.json()) as { environment: string }).environment, 'trial');
      });

      it('says to another user whose it is', async () => {
        const server = command(image.command, {});
        const [message] = await once(server.stderr, 'data');
        const [code] = await once(server, 'exit');

        assert.deepEqual(
          [code, String(message).includes('(uid 65534) can read')],
          [2, true],
          String(message),
        );
        assert.match(String(message), /got EACCES: it belongs to uid 4321 and has the mode 600/);
      });
    });

    it('is found ill when nothing answers', async () => {
      const health = command(image.healthCheck, { PORT: String(await findFreePort()) });

      assert.deepEqual(await once(health, 'exit'), [1, null]);
    });
  });
});

describe('compose.yaml', () => {
  it('gives the container as little as it can', () => {
    const lines = readFileSync(join(REPOSITORY, 'compose.yaml'), 'utf8')
      .split('\n')
      .map((line) => line.trim());

    const wanted = [
      'read_only: true',
      'cap_drop:',
      '- ALL',
      '- no-new-privileges:true',
      '- ./my-mail:/app:ro',
      'core: 0',
      'mem_limit: 1500m',
    ];
    assert.deepEqual(
      wanted.filter((line) => !lines.includes(line)),
      [],
    );
    assert.ok(lines.some((line) => line.startsWith('- /tmp:')));
  });

  it('runs as the owner of the installation, and serves metrics to this machine only', () => {
    const text = readFileSync(join(REPOSITORY, 'compose.yaml'), 'utf8');

    const ports = [...text.matchAll(/^ +- "([0-9.:]+)"$/gm)].map(([, port]) => port);
    assert.deepEqual(ports, ['127.0.0.1:8025:8025', '127.0.0.1:9464:9464']);
    assert.match(text, /^ +METRICS_HOST: 0\.0\.0\.0\n +METRICS_PORT: "9464"$/m);
    assert.match(text, /^ +user: "\$\{POSTHORN_UID:-1000\}:\$\{POSTHORN_GID:-1000\}"$/m);
  });
});

for (const [name, text] of Object.entries(UNITS)) {
  describe(name, { skip: hasSystemd ? false : "Debian's systemd is missing" }, () => {
    const writeUnit = async (t: TestContext): Promise<string> => {
      const folder = await mkdtemp(join(tmpdir(), 'posthorn-unit-'));
      t.after(() => rm(folder, { recursive: true }));
      await writeFile(join(folder, 'posthorn.service'), text);
      return join(folder, 'posthorn.service');
    };

    it('is understood by systemd', async (t) => {
      const { status, stderr } = spawnSync(ANALYZE, ['verify', '--man=no', await writeUnit(t)]);

      assert.deepEqual([status, stderr.toString()], [0, '']);
    });

    it('exposes little, and may write an audit log', async (t) => {
      const unit = await writeUnit(t);
      const output = execFileSync(ANALYZE, ['security', '--offline=true', '--no-pager', unit]).toString();

      const exposure = Number(/exposure level for posthorn\.service: ([0-9.]+)/.exec(output)?.[1]);
      assert.ok(exposure <= 1.6, `${exposure}`);
      assert.match(text, /^LogsDirectory=posthorn$/m);
    });

    it('does not forbid what V8 does, and reloads by SIGHUP', () => {
      const lines = text.split('\n');

      assert.deepEqual(
        lines.filter((line) => line.startsWith('MemoryDenyWriteExecute')),
        [],
      );
      assert.ok(lines.includes('ExecReload=/bin/kill -HUP $MAINPID'));
    });
  });
}
