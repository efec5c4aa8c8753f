/** From an empty directory to the mail of an account that an OpenID provider has opened: on a page in Chromium, and by commands. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fillMailbox } from '../support/fill-mailbox.ts';
import { findFreePort } from '../support/free-port.ts';
import { browserIsMissing, openBrowser } from './browser.ts';
import { startProduct } from './connect-scene.ts';
import { createKey, type KeyOfServer, mailByKey } from './key-requests.ts';
import { configureOAuth, startOAuthServers } from './oauth-installation.ts';
import { runPiped } from './piped-command.ts';
import { startPosthornProcess } from './posthorn-process.ts';
import { signInAtProvider } from './provider-pages.ts';

const JANE = { name: 'jane@example.org', password: 'jane-secret' };
const SUBJECT = 'Welcome to the CRM';

async function openDirectory(t: TestContext) {
  const { provider, mail } = await startOAuthServers(t, { user: JANE });
  const { dovecot } = mail;
  const raw = Buffer.from(`Subject: ${SUBJECT}\r\nFrom: crm@example.org\r\n\r\nHello.\r\n`);
  await fillMailbox({ server: dovecot, user: JANE, mailbox: 'INBOX', messages: [{ raw }] });
  const product = await startProduct();
  t.after(() => product.close());
  const root = await mkdtemp(join(tmpdir(), 'posthorn-empty-'));
  t.after(() => rm(root, { recursive: true }));
  const port = await findFreePort();
  const run = (args: readonly string[], input = '') => runPiped({ args: [...args, '--root', root], input });
  // Another site than that of the provider, which is at 127.0.0.1.
  const address = `http://localhost:${port}`;
  const flags = ['--auth-provider', 'single-imap-user', '--url', address, '--port', String(port)];
  const installed = await run(['install', '--yes', ...flags]);
  assert.equal(installed.code, 0, installed.stderr);
  const returnUrl = `${product.address}/back`;
  await configureOAuth(root, { provider, mail, connecting: { returnUrls: [returnUrl] } });
  return { provider, root, run, address, returnUrl };
}

async function serve(t: TestContext, root: string): Promise<void> {
  const posthorn = await startPosthornProcess(['serve', '--root', root]);
  t.after(() => posthorn.stop());
}

async function subjectsIn(server: KeyOfServer, account: string): Promise<readonly unknown[]> {
  const path = `/MailAccounts/${account}/MailFolders/INBOX/MessageItems`;
  const { status, body } = await mailByKey(server, path);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.map(({ attributes }: { attributes: { subject: string } }) => attributes.subject);
}

describe('From an empty directory to the mail of an account with OAuth', () => {
  it('leads a link of the product, and a person in Chromium', {
    skip: browserIsMissing,
    timeout: 180_000,
  }, async (t) => {
    const { root, address, returnUrl } = await openDirectory(t);
    const key = await createKey(root);
    await serve(t, root);
    const server = { key, address };
    const attributes = { returnUrl, name: 'Jane' };
    const { status, body } = await mailByKey(server, '/ConnectSessions', {
      data: { type: 'ConnectSession', attributes },
    });
    assert.equal(status, 201, JSON.stringify(body));
    const browser = await openBrowser({ hasScripts: false });
    t.after(() => browser.close());
    const page = await browser.context.newPage();
    await page.goto(body.data.links.page);
    await page.getByLabel('E-mail address').fill(JANE.name);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: 'Continue with Test & Co' }).click();
    await signInAtProvider(page, JANE.name);
    await page.waitForURL(/\/back/);
    const { searchParams } = new URL(page.url());

    assert.equal(searchParams.get('status'), 'connected');
    assert.deepEqual(await subjectsIn(server, searchParams.get('account') ?? ''), [SUBJECT]);
  });

  it('leads a command with a refresh token', { timeout: 180_000 }, async (t) => {
    const { provider, root, run, address } = await openDirectory(t);
    const key = await createKey(root);
    const refreshToken = await provider.issueRefreshToken(JANE.name);
    const add = ['accounts:add', JANE.name, '--id', 'jane', '--discover', '--provider', 'test'];
    const added = await run([...add, '--refresh-token-stdin', '--json'], `${refreshToken}\n`);
    const listed = await run(['accounts:list']);
    await serve(t, root);

    assert.deepEqual([added.code, added.stderr], [0, '']);
    const { id, provider: providerId, state } = JSON.parse(added.stdout);
    assert.deepEqual([id, providerId, state], ['jane', 'test', 'ok']);
    assert.match(listed.stdout, /jane/);
    assert.ok(![added, listed].some(({ stdout }) => stdout.includes(refreshToken)));
    assert.deepEqual(await subjectsIn({ key, address }, 'jane'), [SUBJECT]);
  });

  it('leaves the directory without the account when the provider refuses the token', {
    timeout: 180_000,
  }, async (t) => {
    const { run } = await openDirectory(t);
    const add = ['accounts:add', JANE.name, '--discover', '--provider', 'test', '--refresh-token-stdin'];
    const refused = await run(add, 'no-such-token\n');
    const unknown = await run([...add.slice(0, 4), 'other', '--refresh-token-stdin'], 'token\n');
    const both = await run([...add, '--password-stdin'], 'x\n');
    const listed = await run(['accounts:list', '--json']);

    assert.deepEqual([refused.code, unknown.code, both.code], [1, 1, 2]);
    assert.match(refused.stderr, /The provider refuses the refresh token.* Nothing was stored/);
    assert.match(unknown.stderr, /No OAuth provider of this id/);
    assert.deepEqual(JSON.parse(listed.stdout), []);
  });
});
