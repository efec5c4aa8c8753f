/** The code of docs/oauth.md: a request with a token, an entry, and what a client learns of it. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, it } from 'node:test';
import { runShell, shownBlocks } from './documented-shell.ts';
import { createInstallationRoot } from './installation-root.ts';
import { startOAuthInstallation } from './oauth-installation.ts';
import { startPosthornProcess } from './posthorn-process.ts';

const PAGE = await readFile(new URL('../../../../docs/oauth.md', import.meta.url), 'utf8');
const BLOCKS = shownBlocks(PAGE);
const [REQUEST = '', ENTRY = '', OPTIONS = ''] = BLOCKS;
const USER = { name: 'jane@example.org', password: 'jane-secret' };

describe('docs/oauth.md', () => {
  it('has a request with a token that works', async (t) => {
    const { provider, posthorn } = await startOAuthInstallation(t, { user: USER });
    const token = await provider.issue({ user: USER.name });

    const lines = `TOKEN='${token}'\n${REQUEST.replace('/outlook.com/', '/example/')}`;
    const answers = await runShell(lines, { address: posthorn.address, cwd: tmpdir() });

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200],
    );
    assert.match(answers[0]?.text ?? '', /"id":"example\.INBOX"/);
  });

  it('has an entry of which a client learns what the page shows', async (t) => {
    const root = await createInstallationRoot(t, 'AUTH_PROVIDER=single-imap-user\nPORT=0\n');
    await root.write('package.json', '{ "type": "module" }');
    await root.write('app/config/imapserver.js', `export default [${ENTRY}];`);
    const posthorn = await startPosthornProcess(['serve', '--root', root.path]);
    t.after(() => posthorn.stop());

    const address = `${posthorn.address}/rest-api-email/v1/sign-in-options?user=${USER.name}`;
    const { jsonapi, meta } = (await (await fetch(address)).json()) as Record<string, unknown>;

    assert.deepEqual({ jsonapi, meta }, JSON.parse(OPTIONS));
  });

  it('has no other code', () => {
    assert.equal(BLOCKS.length, 3);
    assert.equal((PAGE.match(/^```/gm)?.length ?? 0) / 2, 3);
  });
});
