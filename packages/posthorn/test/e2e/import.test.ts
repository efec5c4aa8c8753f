/** `posthorn import`, from the old installation to a running server. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  createLumenInstallation,
  LUMEN_CORS,
  LUMEN_ENV,
  LUMEN_SERVERS,
  type LumenInstallation,
  writePhpServers,
} from '../migration/lumen-installation.ts';
import { runPosthorn, startPosthornProcess } from './posthorn-process.ts';

let installation: LumenInstallation;

beforeEach(() => {
  installation = createLumenInstallation({
    '.env': LUMEN_ENV,
    'app/config/imapserver.php': writePhpServers(LUMEN_SERVERS),
    'app/config/cors.php': LUMEN_CORS,
  });
});

afterEach(() => installation.remove());

function runImport(...options: readonly string[]) {
  return runPosthorn(['import', installation.source, '--root', installation.root, ...options]);
}

describe('posthorn import', () => {
  it('makes an installation that can be served', async () => {
    const { code, output } = await runImport();
    const server = await startPosthornProcess(['serve', '--root', installation.root], {
      environment: { PORT: '0' },
    });
    const response = await fetch(`${server.address}/rest-api-email/MailAccounts`);
    const body = await response.json();
    await server.stop();

    assert.equal(code, 0);
    assert.match(
      output,
      /^Written to .*:\n {2}\.env \(APP_URL, .*\n {2}app\/config\/imapserver\.js \(7 mail servers: /,
    );
    assert.match(output, /\nTo look at:\n(?: {2}.*\n)* {2}.*"GMail".*gmailXcom/);
    assert.match(output, /\nNot taken over:\n {2}\.env: APP_NAME, APP_KEY\n/);
    assert.match(output, /\nStart it: npx posthorn serve --root \S+\n$/);
    // The shape of version 0, without a version in the path.
    assert.deepEqual(body, { success: false, msg: 'Unauthorized.', status: 401 });
  });

  it('writes nothing in a dry run', async () => {
    const { code, output } = await runImport('--dry-run');

    assert.equal(code, 0);
    assert.match(output, /^Would write to .*\n/);
    assert.match(output, /\nNothing was written\.\n$/);
    assert.equal(existsSync(installation.root), false);
  });

  it('ends with code 1 and all reasons when it cannot', async () => {
    installation.write('app/config/cors.php', "<?php\nreturn [system('id'), $x];");

    const { code, output } = await runImport();

    assert.equal(code, 1);
    assert.equal(
      output,
      `posthorn: Nothing was imported.
  app/config/cors.php, line 2: the call of system() cannot be taken over, because PHP is not run here
  app/config/cors.php, line 2: the variable $x cannot be taken over, because PHP is not run here
`,
    );
  });

  it('ends with code 1 for files that exist, and with code 0 when it may overwrite them', async () => {
    const first = await runImport();
    const second = await runImport();
    const third = await runImport('--overwrite');

    assert.deepEqual([first.code, second.code, third.code], [0, 1, 0]);
    assert.match(second.output, /imapserver\.js: it exists \(--overwrite replaces it\)/);
  });

  it('ends with code 2 when it is called wrongly', async () => {
    const { code, output } = await runPosthorn(['import']);

    assert.equal(code, 2);
    assert.match(output, /missing required argument 'directory'/);
  });
});
