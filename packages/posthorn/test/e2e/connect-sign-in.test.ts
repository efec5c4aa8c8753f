/** A person who signs in at an OpenID provider from the connect page, in Chromium without scripts on the page: another site, and back. */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { type Browser, browserIsMissing, openBrowser } from './browser.ts';
import { startProduct } from './connect-scene.ts';
import { createKey, type KeyOfServer, mailByKey } from './key-requests.ts';
import { type OAuthInstallation, startOAuthInstallation } from './oauth-installation.ts';
import { fillProviderForm, signInAtProvider } from './provider-pages.ts';

const JANE = 'jane@example.org';
const ANN = 'ann@example.org';

describe('The connect page at an OpenID provider', { skip: browserIsMissing }, () => {
  const ends: (() => unknown)[] = [];
  let product: Awaited<ReturnType<typeof startProduct>>;
  let installation: OAuthInstallation;
  let server: KeyOfServer;
  before(async () => {
    product = await startProduct();
    installation = await startOAuthInstallation(
      { after: (end) => ends.unshift(end as () => unknown) },
      {
        user: { name: JANE, password: 'jane-secret' },
        connecting: { returnUrls: [`${product.address}/back`] },
      },
    );
    const { posthorn, rootDirectory } = installation;
    server = { key: await createKey(rootDirectory), address: posthorn.address };
  });
  after(async () => {
    product?.close();
    for (const end of ends) await end();
  });

  async function openPage(t: TestContext, attributes: object = {}, account?: string) {
    const browser = await openBrowser({ hasScripts: false });
    t.after(() => browser.close());
    const session = await invite(
      { returnUrl: `${product.address}/back`, address: JANE, ...attributes },
      account,
    );
    // Another site than that of the provider, which is at 127.0.0.1.
    const address = session.page.replace('127.0.0.1', 'localhost');
    const page = await browser.context.newPage();
    await page.goto(address);
    if (account === undefined) await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: 'Continue with Test & Co' }).click();
    await page.waitForURL((url) => url.href.startsWith(installation.provider.issuer));
    return { ...session, address, page, browser };
  }

  async function invite(attributes: object, account?: string) {
    const { status, body } = await mailByKey(server, '/ConnectSessions', {
      data: {
        ...{ type: 'ConnectSession', attributes },
        ...(account && { relationships: { MailAccount: { data: { type: 'MailAccount', id: account } } } }),
      },
    });
    assert.equal(status, 201, JSON.stringify(body));
    return { id: body.data.id as string, page: body.data.links.page as string };
  }

  const statusOf = async (id: string) =>
    (await mailByKey(server, `/ConnectSessions/${id}`)).body.data.attributes.status;
  const accountStatus = async (id: string) => (await mailByKey(server, `/MailAccounts/${id}`)).status;
  /** All but what a watcher notes. */
  const accountOf = async (id: string) => {
    const { watch: _watch, ...attributes } = (await mailByKey(server, `/MailAccounts/${id}`)).body.data
      .attributes;
    return attributes;
  };

  it('returns with the account, whose mail can be read by key', async (t) => {
    const { page, id } = await openPage(t);
    const hint = await page.inputValue('input[name=login]');
    await signInAtProvider(page, JANE);
    await page.waitForURL(/\/back/);
    const { searchParams } = new URL(page.url());
    const { body } = await mailByKey(server, `/MailAccounts/${id}`);
    const mail = await mailByKey(server, `/MailAccounts/${id}/MailFolders/INBOX/MessageItems`);

    assert.equal(hint, JANE);
    assert.deepEqual([searchParams.get('account'), searchParams.get('status')], [id, 'connected']);
    const { provider, state, from } = body.data.attributes;
    assert.deepEqual([provider, state, from.address], ['test', 'ok', JANE]);
    assert.deepEqual([await statusOf(id), mail.status], ['connected', 200]);
  });

  it('refuses the mailbox of another person, and lets this one try again', async (t) => {
    const { page, id, browser } = await openPage(t);
    await signInAtProvider(page, ANN);
    await page.getByRole('heading', { name: 'This is another mailbox' }).waitFor();
    const before = [await accountStatus(id), await statusOf(id)];
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Continue with Test & Co' }).waitFor();
    await browser.context.clearCookies({ domain: '127.0.0.1' });
    await page.getByRole('button', { name: 'Continue with Test & Co' }).click();
    await signInAtProvider(page, JANE);
    await page.waitForURL(/\/back/);

    assert.deepEqual(before, [404, 'open']);
    assert.deepEqual([await accountStatus(id), await statusOf(id)], [200, 'connected']);
  });

  it('reconnects an account with a grant of the same person alone', async (t) => {
    const first = await openPage(t);
    await signInAtProvider(first.page, JANE);
    await first.page.waitForURL(/\/back/);
    const before = await accountOf(first.id);
    const again = await openPage(t, {}, first.id);
    await signInAtProvider(again.page, ANN);
    await again.page.getByRole('heading', { name: 'This is another mailbox' }).waitFor();
    const unchanged = await accountOf(first.id);
    await again.browser.context.clearCookies({ domain: '127.0.0.1' });
    await again.page.goto(again.address);
    await again.page.getByRole('button', { name: 'Continue with Test & Co' }).click();
    await signInAtProvider(again.page, JANE);
    await again.page.waitForURL(/\/back/);

    assert.deepEqual(unchanged, before);
    assert.equal(new URL(again.page.url()).searchParams.get('account'), first.id);
    assert.equal((await mailByKey(server, `/MailAccounts/${first.id}/MailFolders`)).status, 200);
  });

  it('says that nothing was connected when the person denies the access', async (t) => {
    const { page, id } = await openPage(t);
    await page.getByRole('link', { name: /Cancel/ }).click();
    await page.getByRole('heading', { name: 'The sign-in was not completed' }).waitFor();

    assert.match(page.url(), /\/rest-imapuser\/oauth\/callback\?error=access_denied/);
    assert.deepEqual([await accountStatus(id), await statusOf(id)], [404, 'open']);
  });

  it('does not use an answer twice, nor in another browser', async (t) => {
    const { page, id } = await openPage(t);
    const stranger: Browser = await openBrowser({ hasScripts: false });
    t.after(() => stranger.close());
    const callback = await keepAnswer(page, JANE);
    const other = await stranger.context.newPage();
    await other.goto(callback);
    const refused = await other.locator('h1').textContent();
    const before = await accountStatus(id);
    await page.goto(callback);
    await page.waitForURL(/\/back/);
    const connected = await accountOf(id);
    await page.goto(callback);

    assert.deepEqual([refused, before], ['This sign-in cannot be used', 404]);
    assert.equal(await page.locator('h1').textContent(), 'Your mailbox is connected');
    assert.deepEqual(await accountOf(id), connected);
    assert.deepEqual([connected.state, await statusOf(id)], ['ok', 'connected']);
  });
});

/** Signs in, and keeps the answer from Posthorn: gives the address with which the browser would return. */
async function keepAnswer(page: Page, user: string): Promise<string> {
  await fillProviderForm(page, user);
  const agree = page.locator('button:has-text("Continue")');
  await agree.waitFor();
  const kept = new Promise<string>((resolve, reject) => {
    page
      .route(/\/interaction\//, async (route) => {
        const confirmed = await route.fetch({ maxRedirects: 0 });
        const resumed = await page.request.get(confirmed.headers().location ?? '', { maxRedirects: 0 });
        await route.fulfill({ body: 'kept' });
        resolve(resumed.headers().location ?? '');
      })
      .catch(reject);
  });
  await agree.click();
  return kept;
}
