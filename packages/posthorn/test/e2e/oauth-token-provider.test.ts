/** `posthorn oauth:token` with a person in Chromium at an OpenID provider, and what the doctor says of the token. */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { type Browser, browserIsMissing, openBrowser } from './browser.ts';
import { startOAuthInstallation } from './oauth-installation.ts';
import { runWithPerson } from './person-command.ts';
import { runPiped } from './piped-command.ts';

/** Without a domain, so that the doctor asks no name server. */
const JANE = { name: 'jane', password: 'jane-secret' };

/** Signs in on the pages of the provider, and agrees. */
async function signIn(page: Page): Promise<void> {
  await page.fill('input[name=login]', JANE.name);
  await page.fill('input[name=password]', 'any');
  await page.click('button[type=submit]');
  await page.click('button:has-text("Continue")');
}

describe('posthorn oauth:token at an OpenID provider', { skip: browserIsMissing }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser?.close());

  async function openPage(t: TestContext): Promise<Page> {
    await browser.context.clearCookies();
    const page = await browser.context.newPage();
    t.after(() => page.close());
    return page;
  }

  it('gets a token that opens the mailbox, for the doctor and for the API', async (t) => {
    const { rootDirectory, posthorn } = await startOAuthInstallation(t, { user: JANE, match: '/^jane$/' });
    const page = await openPage(t);
    const root = ['--root', rootDirectory];

    const { code, stdout, stderr } = await runWithPerson(
      ['oauth:token', 'example', '--user', JANE.name, ...root],
      async (address) => {
        await page.goto(address.href);
        await signIn(page);
        await page.waitForSelector('text=Go back to the terminal');
      },
    );

    assert.equal(code, 0, stderr);
    const doctor = await runPiped({
      args: ['doctor', 'example', '--user', JANE.name, '--token-file', '-', ...root],
      input: stdout,
    });
    assert.match(doctor.stdout, /^ok {7}IMAP login: jane is signed in\.$/m);
    assert.match(doctor.stdout, /^ok {7}SMTP login: jane is signed in; nothing was sent\.$/m);
    const headers = { authorization: `Bearer ${stdout.trim()}`, 'x-mail-user': JANE.name };
    const { status } = await fetch(`${posthorn.address}/rest-api-email/v1/MailAccounts`, { headers });
    assert.equal(status, 200);
  });

  it('gets a token with a code', async (t) => {
    const { rootDirectory } = await startOAuthInstallation(t, { user: JANE, match: '/^jane$/' });
    const page = await openPage(t);

    const { code, stdout, stderr } = await runWithPerson(
      ['oauth:token', 'example', '--device', '--root', rootDirectory],
      async (address, shown) => {
        await page.goto(address.href);
        await page.fill('input[name=user_code]', /enter the code (\S+):/.exec(shown)?.[1] ?? '');
        await page.click('button[type=submit]');
        await page.click('button:has-text("Continue")');
        await signIn(page);
      },
    );

    assert.deepEqual([code, stdout.length > 20], [0, true], stderr);
  });
});
