import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { lstat, readdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createInstallationRoot } from './installation-root.ts';
import { runPiped } from './piped-command.ts';
import { startPosthornProcess } from './posthorn-process.ts';

const OLD = '# mine\nAPP_URL=http://old.example # here\n\nOTHER="a b"\nAPP_AUTH_PATH=auth\n';
const FLAGS = {
  url: ['--url', 'https://mail.example.org/x'],
  api: ['--email-path', 'mail', '--auth-provider', 'single-imap-user', '--auth-path', 'auth'],
  rest: [
    '--env',
    'staging',
    '--no-debug',
    '--host',
    '::1',
    '--port',
    '8125',
    '--database',
    'none',
    '--no-overwrite',
  ],
};
const ALL_FLAGS = Object.values(FLAGS).flat();

/** The text with a mark in the place of a new key: 32 octets in base64url. */
function withoutKey(text: string | null): string | undefined {
  return text?.replace(/^APP_KEY=[A-Za-z0-9_-]{43}$/m, 'APP_KEY=made');
}

describe('posthorn install in a pipe', () => {
  it('asks url, api, env and debug in this order, then writes .env and the configuration files', async (t) => {
    const root = await createInstallationRoot(t);
    const answers = [
      '2',
      'https://mail.example.org',
      'y',
      '',
      '',
      '1',
      '',
      '',
      'development',
      'y',
      '2',
      '2',
      '9025',
      '',
    ];

    const { code, stdout, stderr } = await runPiped({
      args: ['install', '--root', root.path],
      input: `${answers.join('\n')}\n`,
    });

    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(
      withoutKey(await root.env()),
      'APP_URL=https://mail.example.org\nAPP_EMAIL_PATH=rest-api-email\nAUTH_PROVIDER=single-imap-user\n' +
        'APP_AUTH_PATH=rest-imapuser\nAPP_ENV=development\nAPP_DEBUG=true\nHOST=0.0.0.0\nPORT=9025\nAPP_KEY=made\n',
    );
    assert.equal((await stat(join(root.path, '.env'))).mode & 0o777, 0o600);
    assert.equal(await root.read('app/config/cors.js'), 'export default {};\n');
    assert.equal(await root.read('app/config/imapserver.js'), 'export default [];\n');
    const topics = [
      'Posthorn:',
      'available',
      'email service',
      'provider',
      'environment',
      'debug',
      'address',
      'port',
      '/.env',
    ];
    const positions = topics.map((topic) => stdout.indexOf(topic));
    assert.deepEqual(
      positions,
      positions.toSorted((a, b) => a - b),
    );
    assert.match(stdout, /^ {2}# starts it\n {2}npx posthorn serve --root \S+$/m);
    const key = /^APP_KEY=(.*)$/m.exec((await root.env()) ?? '')?.[1] ?? '';
    assert.ok(!stdout.includes(key) && stdout.includes('  APP_KEY, which is secret\n'));
    assert.match(
      stdout,
      /configure:url, configure:api, configure:env, configure:debug and\nconfigure:listen/,
    );
  });

  it('asks nothing when the flags answer, not even for the end of the pipe', async (t) => {
    const root = await createInstallationRoot(t, OLD);

    const { code, stdout } = await runPiped({
      args: ['install', '--root', root.path, ...ALL_FLAGS],
      staysOpen: true,
    });

    assert.equal(code, 0);
    assert.doesNotMatch(stdout, /\?/);
    assert.equal(
      withoutKey(await root.env()),
      '# mine\nAPP_URL=https://mail.example.org/x # here\n\nOTHER="a b"\nAPP_AUTH_PATH=auth\n' +
        'APP_EMAIL_PATH=mail\nAUTH_PROVIDER=single-imap-user\nAPP_ENV=staging\nAPP_DEBUG=false\n' +
        'HOST=::1\nPORT=8125\nAPP_KEY=made\n',
    );
  });

  it('changes nothing when it is repeated with the same answers', async (t) => {
    const root = await createInstallationRoot(t);
    await runPiped({ args: ['install', '--root', root.path, ...ALL_FLAGS] });
    const before = await root.env();

    const { code } = await runPiped({ args: ['install', '--root', root.path, '--yes'] });

    assert.deepEqual([code, await root.env()], [0, before]);
  });

  it('prints closing lines that a shell takes as they are', async (t) => {
    const root = await createInstallationRoot(t);
    const { stdout } = await runPiped({ args: ['install', '--root', root.path, '--yes'] });
    const lines = stdout.split('\n').filter((line) => / check --root /.test(line));

    const output = execFileSync('/bin/sh', ['-c', lines.join('\n')], { encoding: 'utf8' });

    assert.equal(lines.length, 1, stdout);
    assert.match(output, /can be used:/);
  });

  it('makes no key where there is one', async (t) => {
    const root = await createInstallationRoot(t, 'APP_KEY=mine\n');

    await runPiped({ args: ['install', '--root', root.path, '--yes'] });

    assert.match((await root.env()) ?? '', /^APP_KEY=mine$/m);
  });

  it('takes the defaults with --yes', async (t) => {
    const root = await createInstallationRoot(t);

    const { code } = await runPiped({ args: ['install', '--root', root.path, '--yes'] });

    assert.equal(code, 0);
    assert.equal(
      withoutKey(await root.env()),
      'APP_URL=http://127.0.0.1:8025\nAPP_EMAIL_PATH=rest-api-email\nAUTH_PROVIDER=local-mail-account\n' +
        'APP_ENV=production\nAPP_DEBUG=false\nHOST=127.0.0.1\nPORT=8025\nAPP_KEY=made\n',
    );
    assert.equal(await root.read('app/config/imapserver.js'), null);
  });

  it('makes a database file, its keys and a first key, which opens the API', async (t) => {
    const root = await createInstallationRoot(t);
    const install = (...flags: string[]) =>
      runPiped({ args: ['install', '--yes', '--port', '0', ...flags, '--root', root.path] });

    const { code, stdout, stderr } = await install('--database', 'file');
    const again = await install('--database', 'file');
    const [key = ''] = /ph_\S+/.exec(stdout) ?? [];
    const modes = await Promise.all(
      ['data/posthorn.db', 'secrets.keys', '.env'].map(
        async (name) => (await stat(join(root.path, name))).mode,
      ),
    );
    const server = await startPosthornProcess(['serve', '--root', root.path]);
    const answer = await fetch(`${server.address}/rest-api-email/v1/MailAccounts`, {
      headers: { authorization: `Bearer ${key}` },
    });
    await server.stop();

    assert.deepEqual([code, stderr, again.code, again.stderr], [0, '', 0, '']);
    assert.match(
      (await root.env()) ?? '',
      /^APP_DATABASE_URL=file:data\/posthorn\.db\nAPP_SECRETS_KEYS_FILE=secrets\.keys$/m,
    );
    assert.equal((await root.env())?.includes(key), false);
    assert.deepEqual([...new Set(modes.map((mode) => mode & 0o777))], [0o600]);
    assert.deepEqual([answer.status, (await answer.json()).data], [200, []]);
    assert.doesNotMatch(again.stdout, /ph_/);
    assert.match((await root.read('app/config/oauth.js')) ?? '', /returnUrls/);
  });

  it('sets PostgreSQL up by the answers of a pipe, also while it is away, and repeats no password', async (t) => {
    const root = await createInstallationRoot(t);
    const entry = {
      id: 'a',
      inbox_address: 'imap.example.org',
      inbox_port: 993,
      inbox_ssl: true,
      match: '/x$/',
    };
    await root.write('app/config/imapserver.example.js', `export default [${JSON.stringify(entry)}];`);
    const url = 'postgres://posthorn:pg-secret@127.0.0.1:1/posthorn';
    const flags = ALL_FLAGS.filter((flag) => flag !== '--database' && flag !== 'none');

    const chosen = await runPiped({ args: ['install', '--root', root.path, ...flags], input: `3\n${url}\n` });
    const named = await runPiped({ args: ['install', '--root', root.path, ...flags, '--database', url] });

    assert.equal(chosen.code, 0);
    assert.match((await root.env()) ?? '', /^APP_DATABASE_URL=postgres:\/\/posthorn:pg-secret@/m);
    assert.match(chosen.stderr, /There is no API key yet.*\n.*keys:create --name first/);
    assert.deepEqual([named.code, /name no password here/.test(named.stderr)], [2, true]);
    assert.doesNotMatch(chosen.stdout + chosen.stderr + named.stdout + named.stderr, /pg-secret/);
  });

  it('ends when it is content, although the pipe stays open', async (t) => {
    const root = await createInstallationRoot(t);

    const { code } = await runPiped({
      args: ['configure:debug', '--root', root.path],
      input: 'y\n',
      staysOpen: true,
    });

    assert.deepEqual([code, await root.env()], [0, 'APP_DEBUG=true\n']);
  });

  for (const [answers, where] of [
    ['', 'at once'],
    ['\n\n\n\n', 'in the middle'],
    ['\n\n\n\n\n\n', 'before the last question'],
  ] as const) {
    it(`leaves everything as it was when the input ends ${where}`, async (t) => {
      const root = await createInstallationRoot(t, OLD);

      const { code, stderr } = await runPiped({ args: ['install', '--root', root.path], input: answers });

      assert.equal(code, 2);
      assert.match(stderr, /^posthorn: The input ended before this was answered: .* \(--/);
      assert.equal(await root.env(), OLD);
      assert.deepEqual(await readdir(root.path), ['.env', 'app']);
      assert.equal(await root.read('app/config/cors.js'), null);
    });
  }
});

describe('the configure commands in a pipe', () => {
  it('remove the auth path with the provider that needs it', async (t) => {
    const root = await createInstallationRoot(t, OLD);

    const { code } = await runPiped({
      args: ['configure:api', '--root', root.path],
      input: '\n\nlocal-mail-account\n\n',
    });

    assert.equal(code, 0);
    assert.equal(
      await root.env(),
      '# mine\nAPP_URL=http://old.example # here\n\nOTHER="a b"\n' +
        'APP_EMAIL_PATH=rest-api-email\nAUTH_PROVIDER=local-mail-account\n',
    );
  });

  it('need no APP_URL for the paths', async (t) => {
    const root = await createInstallationRoot(t, '');

    const { code, stdout } = await runPiped({
      args: ['configure:api', '--root', root.path],
      input: '\n\n\n\n',
    });

    assert.equal(code, 0);
    assert.match(stdout, /http:\/\/127\.0\.0\.1:8025\/rest-api-email\/\{apiVersion\}/);
  });

  for (const [args, input, complaint] of [
    [['configure:url'], '7\n', /a number from 1 to 2/],
    [['configure:url'], '2\nexample.org\n', /Expected an http or https URL/],
    [['configure:url', '--url', 'x\nAPP_DEBUG=true'], '', /--url: Expected .*got "x\\nAPP_DEBUG=true"/],
    [['configure:url', '--url', 'http://x\nAPP_DEBUG=true'], '', /--url: Expected /],
    [['configure:url'], '\nperhaps\n', /yes or no/],
    [
      ['configure:api', '--auth-provider', 'magic', '--email-path', 'x'],
      '',
      /--auth-provider: Expected one of/,
    ],
    [['configure:env', '--env', 'a\tb'], '', /--env: Expected text without control characters/],
    [
      ['configure:listen', '--port', '70000', '--host', 'x'],
      '',
      /--port: Expected an integer from 0 to 65535/,
    ],
    [['configure:debug', '--loud'], '', /unknown option/],
  ] as const) {
    it(`refuse ${JSON.stringify([...args, input])} with code 2`, async (t) => {
      const root = await createInstallationRoot(t, OLD);

      const { code, stderr } = await runPiped({ args: [...args, '--root', root.path], input });

      assert.deepEqual([code, await root.env()], [2, OLD]);
      assert.match(stderr, complaint);
    });
  }

  it('quote what a shell would run', async (t) => {
    const root = await createInstallationRoot(t);

    await runPiped({ args: ['configure:env', '--env', '$(reboot) `x` #1', '--root', root.path] });

    assert.equal(await root.env(), "APP_ENV='$(reboot) `x` #1'\n");
  });

  it('tell when a variable of the process wins over what they write', async (t) => {
    const root = await createInstallationRoot(t);
    const environment = { APP_DEBUG: 'true' };

    const { stderr } = await runPiped({
      args: ['configure:debug', '--no-debug', '--root', root.path],
      environment,
    });

    assert.match(stderr, /^Warning: APP_DEBUG is also set in the environment, which wins over \.env\./);
  });

  it('offer the name of the web server', async (t) => {
    const root = await createInstallationRoot(t);
    const environment = { SERVER_NAME: 'mail.example.org', HTTPS: 'on' };

    await runPiped({ args: ['configure:url', '--root', root.path], input: '2\n\n', environment });

    assert.equal(await root.env(), 'APP_URL=https://mail.example.org\n');
  });

  it('do not write through a symbolic link', async (t) => {
    const root = await createInstallationRoot(t);
    await root.write('elsewhere', 'A=1\n');
    await symlink(join(root.path, 'elsewhere'), join(root.path, '.env'));

    const { code, stderr } = await runPiped({ args: ['configure:debug', '--debug', '--root', root.path] });

    assert.equal(code, 1);
    assert.match(stderr, /\.env is a symbolic link or no regular file/);
    assert.equal(await root.read('elsewhere'), 'A=1\n');
  });

  it('fail in words where nothing can be written', async () => {
    // Nobody, not even root, makes files here.
    const { code, stderr } = await runPiped({
      args: ['configure:debug', '--debug', '--root', '/sys/kernel'],
    });

    assert.equal(code, 1);
    assert.match(stderr, /^posthorn: E(ACCES|PERM|ROFS): .*\/sys\/kernel\/\.env/);
  });

  it('need a directory', async () => {
    const { code, stderr } = await runPiped({
      args: ['configure:debug', '--debug', '--root', '/nowhere/at/all'],
    });

    assert.deepEqual([code, stderr], [2, 'posthorn: There is no directory /nowhere/at/all.\n']);
  });
});

describe('posthorn copyconfig in a pipe', () => {
  it('keeps a file that exists, unless it may overwrite it', async (t) => {
    const root = await createInstallationRoot(t, 'AUTH_PROVIDER=local-mail-account\n');
    await root.write('app/config/cors.js', 'mine');
    const args = ['copyconfig', '--root', root.path];

    const kept = await runPiped({ args, input: '\n' });
    assert.deepEqual([kept.code, await root.read('app/config/cors.js')], [0, 'mine']);

    const overwritten = await runPiped({ args, input: 'yes\n' });
    assert.deepEqual([overwritten.code, await root.read('app/config/cors.js')], [0, 'export default {};\n']);
  });

  it('copies nothing when the input ends before the last answer', async (t) => {
    const root = await createInstallationRoot(t);
    await root.write('app/config/cors.js', 'mine');
    await root.write('app/config/imapserver.js', 'mine');

    const { code } = await runPiped({ args: ['copyconfig', '--root', root.path], input: 'y\n' });

    assert.deepEqual([code, await root.read('app/config/cors.js')], [2, 'mine']);
  });

  it('copies onto no symbolic link', async (t) => {
    const root = await createInstallationRoot(t);
    await symlink(join(root.path, 'elsewhere'), join(root.path, 'app/config/cors.js'));

    const { code, stderr } = await runPiped({ args: ['copyconfig', '--overwrite', '--root', root.path] });

    assert.equal(code, 1);
    assert.match(stderr, /cors\.js is a symbolic link or no regular file/);
    await assert.rejects(lstat(join(root.path, 'elsewhere')), { code: 'ENOENT' });
  });

  it('leaves the template for programmers alone', async (t) => {
    const root = await createInstallationRoot(t);
    await root.write('app/config/bindings.example.js', 'export default {};\n');

    await runPiped({ args: ['copyconfig', '--root', root.path] });

    assert.equal(await root.read('app/config/bindings.js'), null);
  });
});
