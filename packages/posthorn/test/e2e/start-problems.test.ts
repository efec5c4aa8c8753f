/** What keeps `posthorn serve` from starting, and what `posthorn check` says without starting it. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { findFreePort } from '../support/free-port.ts';
import { createInstallationRoot } from './installation-root.ts';
import { runPosthorn, startPosthornProcess } from './posthorn-process.ts';

/** A port of loopback that is taken. */
async function takePort(t: TestContext): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

for (const command of ['serve', 'check']) {
  describe(`posthorn ${command} refuses`, () => {
    it('a directory that is not there', async () => {
      const { code, output } = await runPosthorn([command, '--root', '/no/such/dir']);

      assert.deepEqual([code, /\/no\/such\/dir: expected the directory/.test(output)], [2, true], output);
    });

    it('a directory without an installation, and says how to make one', async (t) => {
      const root = await mkdtemp(join(tmpdir(), 'posthorn-empty-'));
      t.after(() => rm(root, { recursive: true }));

      const { code, output } = await runPosthorn([command, '--root', root]);

      assert.equal(code, 2, output);
      assert.match(
        output,
        /make one: posthorn install --root .*neither \.env nor app\/config\/imapserver\.js/,
      );
    });

    it('CORS for paths that are not there', async (t) => {
      const root = await createInstallationRoot(t, 'PORT=0\n');
      await root.write('package.json', '{"type":"module"}');
      await root.write('app/config/cors.js', "export default { paths: ['rest-api-mail/*'] };");

      const { code, output } = await runPosthorn([command, '--root', root.path]);

      assert.deepEqual(
        [code, /"rest-api-mail\/\*", which covers none of it/.test(output)],
        [2, true],
        output,
      );
    });

    it('a configuration with problems in several files, and names all of them', async (t) => {
      const root = await createInstallationRoot(t, 'PORT=http\nAPP_CA_FILE=\n');
      const entry = { id: 'twice', inbox_address: 'a.test', inbox_port: 993, inbox_ssl: true, match: '/x$/' };
      await root.write(
        'app/config/imapserver.json',
        JSON.stringify([entry, entry, { ...entry, id: 'c', inbox_port: 0 }]),
      );
      await root.write('app/config/cors.json', '{"max_age":"long"}');

      const { code, output } = await runPosthorn([command, '--root', root.path]);

      const problems = output.split('\n').filter((line) => line.includes(': expected'));
      assert.deepEqual(
        [code, problems.map((line) => line.trim().split(': expected')[0])],
        [
          2,
          [
            'PORT',
            'app/config/imapserver.json, entry 3 ("c"): inbox_port',
            'app/config/imapserver.json: id',
            'app/config/cors.json: max_age',
          ],
        ],
        output,
      );
    });

    it('CORS for origins without paths', async (t) => {
      const root = await createInstallationRoot(t, 'PORT=0\n');
      await root.write('app/config/cors.json', '{"allowed_origins":["https://a.test"]}');

      const { code, output } = await runPosthorn([command, '--root', root.path]);

      assert.deepEqual(
        [code, /cors\.json: paths: expected a list of the paths/.test(output)],
        [2, true],
        output,
      );
    });
  });
}

const ENTRY = {
  ...{ id: 'own', inbox_address: '127.0.0.1', inbox_port: 993, inbox_ssl: true, inbox_type: 'IMAP' },
  ...{ outbox_address: '127.0.0.1', outbox_port: 465, outbox_secure: 'ssl', match: ['/@example.org$/'] },
};

describe('posthorn serve', () => {
  it('ends with the name of the setting when its port is taken', async (t) => {
    const port = await takePort(t);
    const root = await createInstallationRoot(t, `PORT=${port}\n`);

    const { code, output } = await runPosthorn(['serve', '--root', root.path]);

    assert.equal(code, 1, output);
    assert.ok(
      output.includes(`posthorn: PORT: port ${port} of 127.0.0.1 is taken by another program (EADDRINUSE)`),
    );
  });

  it('ends, and serves nothing, when the port of the metrics is taken', async (t) => {
    const [port, metricsPort] = [await findFreePort(), await takePort(t)];
    const root = await createInstallationRoot(t, `PORT=${port}\nMETRICS_PORT=${metricsPort}\n`);

    const { code, output } = await runPosthorn(['serve', '--root', root.path]);

    assert.equal(code, 1, output);
    assert.ok(output.includes(`posthorn: METRICS_PORT: port ${metricsPort} of 127.0.0.1 is taken`), output);
    assert.ok(!output.includes('Server listening'), output);
  });

  it('warns of a key that is no setting', async (t) => {
    const root = await createInstallationRoot(t, 'PORT=0\nLOG_LEVL=debug\n');
    const server = await startPosthornProcess(['serve', '--root', root.path]);

    assert.equal(await server.stop(), 0);
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.includes('Did you mean LOG_LEVEL?'));
    assert.equal(lines.length, 2, server.output());
  });

  it('takes an installation that is all environment', async (t) => {
    const root = await createInstallationRoot(t);
    const server = await startPosthornProcess(['serve', '--root', root.path], {
      environment: { AUTH_PROVIDER: 'local-mail-account', PORT: '0' },
    });

    assert.equal(await server.stop(), 0);
  });

  it('reads the settings from the file that it is given', async (t) => {
    const root = await createInstallationRoot(t);
    await root.write('service.env', 'PORT=0\nAPP_ENV=trial\n');
    const args = ['serve', '--root', root.path, '--settings-file', join(root.path, 'service.env')];
    const server = await startPosthornProcess(args);

    const answer = await fetch(`${server.address}/health`);

    assert.equal(((await answer.json()) as { environment: string }).environment, 'trial');
    assert.equal(await server.stop(), 0);
  });
});

describe('posthorn check', () => {
  it('says what would be served, with warnings, and opens no port', async (t) => {
    const port = await takePort(t);
    const root = await createInstallationRoot(t, `PORT=${port}\nAPP_DEBUG=true\nHOST=0.0.0.0\n`);
    await root.write('app/config/cors.json', '{"paths":["rest-api-email/*"]}');

    const { code, output } = await runPosthorn(['check', '--root', root.path]);

    assert.deepEqual(
      [code, output.split('\n').filter((line) => !line.startsWith('Warning: '))],
      [
        0,
        [
          `The configuration of ${root.path} can be used:`,
          `  HOST and PORT: 0.0.0.0, ${port}`,
          '  METRICS_HOST and METRICS_PORT: no metrics',
          '  APP_URL: http://127.0.0.1:8025',
          '  APP_ENV: production',
          '  AUTH_PROVIDER: local-mail-account',
          '  mail servers: none',
          '  CORS: all origins may use rest-api-email/*',
          '  replaced services: none',
          '  APP_DATABASE_URL: nothing is stored',
          '',
        ],
      ],
    );
    assert.match(output, /^Warning: APP_DEBUG is true/m);
    assert.match(output, /^Warning: CORS: \* lets in the pages of every site/m);
  });

  it('says that a Dovecot of the operator should get the addresses of clients', async (t) => {
    const root = await createInstallationRoot(t, 'AUTH_PROVIDER=single-imap-user\n');
    await root.write('app/config/imapserver.js', `export default ${JSON.stringify([ENTRY])};\n`);

    const { code, output } = await runPosthorn(['check', '--root', root.path]);

    assert.equal(code, 0, output);
    assert.match(output, /^ {2}APP_TELL_CLIENT_ADDRESS: false\. A Dovecot that trusts this machine/m);
  });

  it('reads what the service of systemd is given', async (t) => {
    const root = await createInstallationRoot(t);
    await root.write('posthorn.env', 'APP_ENV=trial\n');

    const { code, output } = await runPosthorn(['check', '--root', root.path]);

    assert.deepEqual([code, output.includes('  APP_ENV: trial\n')], [0, true], output);
  });
});

describe('posthorn configure:debug', () => {
  it('changes what the service of systemd is given, and makes no .env beside it', async (t) => {
    const root = await createInstallationRoot(t);
    await root.write('posthorn.env', '# mine\nAPP_ENV=trial\n');

    const { code, output } = await runPosthorn(['configure:debug', '--debug', '--root', root.path]);

    assert.equal(code, 0, output);
    assert.deepEqual(
      [await root.read('posthorn.env'), await root.env()],
      ['# mine\nAPP_ENV=trial\nAPP_DEBUG=true\n', null],
    );
  });
});
