import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInstallationRoot } from './installation-root.ts';
import { openTerminal, terminalIsMissing } from './terminal.ts';

const OLD = '# mine\nAPP_URL=http://old.example\nAPP_DEBUG=false\n';

describe('posthorn at a terminal', { skip: terminalIsMissing }, () => {
  it('installs with Enter for each default', async (t) => {
    const root = await createInstallationRoot(t);
    const terminal = await openTerminal(t, ['install', '--root', root.path]);

    await terminal.waitFor('Where is this instance available');
    await terminal.enter();
    await terminal.waitFor('This instance is available at http://127.0.0.1:8025. Is that right?');
    await terminal.enter();
    await terminal.waitFor('Path of the email service');
    await terminal.enter();
    await terminal.waitFor('The URL is http://127.0.0.1:8025/rest-api-email/{apiVersion}. Is that right?');
    await terminal.enter();
    await terminal.waitFor('Authentication provider');
    await terminal.enter();
    await terminal.waitFor('Which mail servers may clients name');
    await terminal.enter();
    await terminal.waitFor('Which environment');
    await terminal.enter();
    await terminal.waitFor('Switch debug mode on');
    await terminal.enter();
    await terminal.waitFor('Which address');
    await terminal.enter();
    await terminal.waitFor('Which port');
    await terminal.enter();
    await terminal.waitFor('Keep mail accounts');
    await terminal.enter();

    assert.equal(await terminal.exitCode(), 0);
    assert.equal(
      (await root.env())?.replace(/^APP_KEY=.{43}$/m, 'APP_KEY=made'),
      'APP_URL=http://127.0.0.1:8025\nAPP_EMAIL_PATH=rest-api-email\nAUTH_PROVIDER=local-mail-account\n' +
        'APP_ENV=production\nAPP_DEBUG=false\nHOST=127.0.0.1\nPORT=8025\nAPP_KEY=made\n',
    );
    assert.match(await terminal.screen(), /npx posthorn serve --root/);
  });

  it('sets the URL: asks a wrong one again, and starts over when it is not confirmed', async (t) => {
    const root = await createInstallationRoot(t, OLD);
    const terminal = await openTerminal(t, ['configure:url', '--root', root.path]);

    await terminal.waitFor('type in another URL');
    await terminal.enter('2');
    await terminal.waitFor('URL:');
    await terminal.enter('example.org');
    await terminal.waitFor('Expected an http or https URL');
    for (const _letter of 'example.org') await terminal.press('BSpace');
    await terminal.enter('http://typo.example');
    await terminal.waitFor('http://typo.example. Is that right?');
    await terminal.enter('n');
    await terminal.waitFor('type in another URL');
    await terminal.press('Down');
    await terminal.enter();
    await terminal.waitFor('URL:');
    await terminal.enter('https://new.example/x/');
    await terminal.waitFor('https://new.example/x. Is that right?');
    await terminal.enter();

    assert.equal(await terminal.exitCode(), 0);
    assert.equal(await root.env(), '# mine\nAPP_URL=https://new.example/x\nAPP_DEBUG=false\n');
  });

  it('sets the API with its auth path', async (t) => {
    const root = await createInstallationRoot(t, OLD);
    const terminal = await openTerminal(t, ['configure:api', '--root', root.path]);

    await terminal.waitFor('Path of the email service');
    await terminal.enter('2');
    await terminal.waitFor('Path:');
    await terminal.enter('mail/api');
    await terminal.waitFor('http://old.example/mail/api/{apiVersion}');
    await terminal.enter();
    await terminal.waitFor('Authentication provider');
    await terminal.enter('1');
    await terminal.waitFor('Path of the auth service');
    await terminal.enter();
    await terminal.waitFor('http://old.example/rest-imapuser/{apiVersion}');
    await terminal.enter();

    assert.equal(await terminal.exitCode(), 0);
    assert.equal(
      await root.env(),
      `${OLD}APP_EMAIL_PATH=mail/api\nAUTH_PROVIDER=single-imap-user\nAPP_AUTH_PATH=rest-imapuser\n`,
    );
  });

  it('sets the environment by its number', async (t) => {
    const root = await createInstallationRoot(t);
    const terminal = await openTerminal(t, ['configure:env', '--root', root.path]);

    await terminal.waitFor('production');
    await terminal.enter('2');

    assert.equal(await terminal.exitCode(), 0);
    assert.equal(await root.env(), 'APP_ENV=development\n');
  });

  it('sets debug mode', async (t) => {
    const root = await createInstallationRoot(t, OLD);
    const terminal = await openTerminal(t, ['configure:debug', '--root', root.path]);

    await terminal.waitFor('Switch debug mode on');
    await terminal.enter('y');

    assert.equal(await terminal.exitCode(), 0);
    assert.equal(await root.env(), '# mine\nAPP_URL=http://old.example\nAPP_DEBUG=true\n');
  });

  it('asks before it overwrites a configuration file, with no as the default', async (t) => {
    const root = await createInstallationRoot(t);
    await root.write('app/config/cors.js', 'mine');
    const terminal = await openTerminal(t, ['copyconfig', '--root', root.path]);

    await terminal.waitFor('cors.js exists. Overwrite it?');
    await terminal.enter();

    assert.equal(await terminal.exitCode(), 0);
    assert.equal(await root.read('app/config/cors.js'), 'mine');
    assert.equal(await root.read('app/config/imapserver.js'), 'export default [];\n');
  });

  for (const [key, name, code] of [
    ['C-c', 'Ctrl-C', 130],
    ['C-d', 'Ctrl-D', 2],
  ] as const) {
    it(`ends with ${code} and leaves everything as it was after ${name}`, async (t) => {
      const root = await createInstallationRoot(t, OLD);
      const terminal = await openTerminal(t, ['install', '--root', root.path]);

      await terminal.waitFor('Where is this instance available');
      await terminal.enter('2');
      await terminal.waitFor('URL:');
      await terminal.enter('http://new.example');
      await terminal.waitFor('Is that right?');
      await terminal.enter();
      await terminal.waitFor('Path of the email service');
      await terminal.press(key);

      assert.equal(await terminal.exitCode(), code);
      assert.match(await terminal.screen(), /Nothing was changed\./);
      assert.equal(await root.env(), OLD);
      assert.equal(await root.read('app/config/cors.js'), null);
    });
  }

  it('asks nothing when the flags answer', async (t) => {
    const root = await createInstallationRoot(t);
    const terminal = await openTerminal(t, [
      'configure:url',
      '--url',
      'http://x.example',
      '--root',
      root.path,
    ]);

    assert.equal(await terminal.exitCode(), 0);
    assert.equal(await root.env(), 'APP_URL=http://x.example\n');
  });
});
