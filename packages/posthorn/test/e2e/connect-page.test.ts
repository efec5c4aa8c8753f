/** A person on the connect page, in Chromium: with and without scripts, by keyboard, in light and dark, over real mail servers. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Dovecot, startDovecot } from '../support/dovecot.ts';
import { findViolations } from './accessibility.ts';
import { type Browser, browserIsMissing, openBrowser } from './browser.ts';
import { type ConnectInstallation, startConnectInstallation, USER } from './connect-scene.ts';

const ALL_IMPACTS = { impacts: ['minor', 'moderate', 'serious', 'critical'] };

const title = (page: Page) => page.locator('h1').textContent();

describe('The connect page in Chromium, without scripts', { skip: browserIsMissing }, () => {
  let installation: ConnectInstallation;
  let browser: Browser;
  before(async () => {
    installation = await startConnectInstallation();
    browser = await openBrowser({ hasScripts: false });
  });
  after(async () => {
    await browser?.close();
    await installation?.close();
  });

  async function open(attributes: object = {}, account?: string) {
    const session = await installation.invite(attributes, account);
    const page = await browser.context.newPage();
    await page.goto(session.page);
    return { page, id: session.id };
  }

  async function statusOf(id: string) {
    const { data } = await (await installation.api(`/ConnectSessions/${id}`)).json();
    return data;
  }

  it('connects a mailbox by keyboard, after a wrong password, and its mail can be read', async () => {
    const { page, id } = await open();
    await page.keyboard.press('Tab');
    await page.keyboard.type(USER.name);
    await page.keyboard.press('Enter');
    await page.getByText('These are the servers of your address').waitFor();
    await page.getByLabel('Password').focus();
    await page.keyboard.type('wrong-password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();

    const focused = await page.locator('#password:focus').count();
    const alert = await page.getByRole('alert').textContent();
    const open1 = await statusOf(id);
    await page.keyboard.type(USER.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/back/);
    const session = await statusOf(id);
    const account = session.relationships.MailAccount.data.id;
    const folders = await installation.api(`/MailAccounts/${account}/MailFolders`);

    assert.equal(focused, 1);
    assert.match(alert ?? '', /The mail server did not accept the password/);
    assert.deepEqual(
      [open1.attributes.status, open1.attributes.problem.code],
      ['open', 'authentication-failed'],
    );
    assert.deepEqual([session.attributes.status, folders.status], ['connected', 200]);
    assert.equal(page.url(), `${installation.returnUrl}&account=${account}&status=connected`);
    await page.close();
  });

  it('reconnects the account under its id', async () => {
    const first = await open({ address: USER.name });
    await connectAs(first.page, USER.password);
    const account = (await statusOf(first.id)).relationships.MailAccount.data.id;
    const again = await open({}, account);
    const shown = await title(again.page);
    await again.page.getByLabel('Password').fill(USER.password);
    await again.page.getByRole('button', { name: 'Connect' }).click();
    await again.page.waitForURL(/\/back/);

    assert.equal(shown, 'Connect your mailbox again');
    assert.equal(new URL(again.page.url()).searchParams.get('account'), account);
    assert.equal((await statusOf(again.id)).relationships.MailAccount.data.id, account);
    await first.page.close();
    await again.page.close();
  });

  it('can be loaded again, goes back and forth, and works in two tabs', async () => {
    const { page, id } = await open({ address: USER.name });
    const address = page.url();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Password').waitFor();
    const stays = page.url() === address;
    await page.reload();
    await page.getByLabel('Password').waitFor();
    await page.getByRole('link', { name: 'Use another address' }).click();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await page.goBack();
    const second = await browser.context.newPage();
    await second.goto(address);
    await second.getByLabel('Password').fill(USER.password);
    await second.getByRole('button', { name: 'Connect' }).click();
    await second.waitForURL(/\/back/);
    await page.getByLabel('Password').fill(USER.password);
    await page.getByRole('button', { name: 'Connect' }).click();

    assert.equal(stays, true);
    assert.equal(await title(page), 'Your mailbox is connected');
    assert.equal((await statusOf(id)).attributes.status, 'connected');
    await page.close();
    await second.close();
  });

  it('returns as failed when the person cancels', async () => {
    const { page, id } = await open({ address: USER.name });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(/\/back/);

    assert.equal(page.url(), `${installation.returnUrl}&status=failed`);
    assert.equal((await statusOf(id)).attributes.status, 'failed');
    await page.close();
  });

  it('says that a link has expired', async () => {
    const { page } = await open({ expiresIn: 1 });
    const address = page.url();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await page.goto(address);

    assert.equal(await title(page), 'This link has expired');
    await page.close();
  });

  it('runs nothing that others have written into it', async () => {
    const markup = '"><img src=x onerror="document.title=1"><script>document.title=1</script>';
    const { page } = await open({ name: markup, address: USER.name });
    await page.getByLabel('E-mail address').fill(markup);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Enter an e-mail address').waitFor();

    assert.deepEqual(
      [await page.locator('img, script').count(), await page.getByLabel('E-mail address').inputValue()],
      [0, markup],
    );
    await page.close();
  });
});

async function connectAs(page: Page, password: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.waitForURL(/\/back/);
}

for (const scheme of ['light', 'dark'] as const) {
  describe(`The connect page for people who do not see it, ${scheme}`, { skip: browserIsMissing }, () => {
    let installation: ConnectInstallation;
    let browser: Browser;
    let page: Page;
    const broken: string[] = [];
    before(async () => {
      installation = await startConnectInstallation();
      browser = await openBrowser({ language: scheme === 'dark' ? 'de-DE' : 'en-US' });
      page = await browser.context.newPage();
      page.on('console', (message) => {
        if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
          broken.push(message.text());
      });
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width: 360, height: 740 });
    });
    after(async () => {
      await browser?.close();
      await installation?.close();
    });

    const [next, connect] = scheme === 'dark' ? ['Weiter', 'Verbinden'] : ['Continue', 'Connect'];

    it('has nothing to complain of in any step, and fits a telephone', async () => {
      const session = await installation.invite();
      const found: string[] = [];
      const check = async (step: string) => {
        for (const violation of await findViolations(page, ALL_IMPACTS)) found.push(`${step}: ${violation}`);
        const width = (await page.evaluate('document.documentElement.scrollWidth')) as number;
        if (width > 360) found.push(`${step}: ${width} pixels wide`);
      };

      await page.goto(session.page);
      await check('address');
      await page.locator('#address').fill('nobody');
      await page.getByRole('button', { name: next }).click();
      await check('wrong address');
      await page.locator('#address').fill(USER.name);
      await page.getByRole('button', { name: next }).click();
      await page.locator('#password').fill('wrong-password');
      await check('sign-in');
      await page.getByRole('button', { name: connect }).click();
      await check('wrong password');
      await page.goto(`${session.page}?step=servers`);
      await check('servers');
      await page.locator('#in-host').fill('a b');
      await page.getByRole('button', { name: connect }).click();
      await check('wrong servers');
      await page.goto(session.page.slice(0, -3));
      await check('unknown');

      assert.deepEqual([...found, ...broken], []);
    });
  });
}

describe('The connect page over Dovecot', { skip: browserIsMissing }, () => {
  let dovecot: Dovecot;
  let installation: ConnectInstallation;
  let browser: Browser;
  before(async () => {
    dovecot = await startDovecot();
    installation = await startConnectInstallation({
      mailServers: [],
      settings: { APP_MAIL_HOSTS_ALLOW: `${dovecot.host}:${dovecot.port}`, APP_ALLOW_CLEARTEXT: 'true' },
      overrides: {
        // Nothing is found, and no name server is asked.
        publicDiscovery: () => ({
          discover: async () => ({
            ...{ domain: 'example.org', incoming: [], outgoing: [], reports: [] },
            ...{ source: null, confidence: null },
          }),
        }),
      },
    });
    browser = await openBrowser({ hasScripts: false });
  });
  after(async () => {
    await browser?.close();
    await installation?.close();
    await dovecot?.stop();
  });

  it('connects servers that the person enters, and says when they do not answer', async () => {
    const { name, password } = dovecot.user('alice@example.org');
    const session = await installation.invite({ address: name });
    const page = await browser.context.newPage();
    await page.goto(session.page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(`No mail servers were found for ${name}`).waitFor();
    const fill = async (port: number) => {
      await page.locator('#in-host').fill(dovecot.host);
      await page.locator('#in-port').fill(String(port));
      await page.locator('#in-security').selectOption('starttls');
      await page.locator('#password').fill(password);
      await page.getByRole('button', { name: 'Connect' }).click();
    };
    await fill(1);
    const refused = await page.getByRole('alert').textContent();
    const kept = await page.locator('#in-host').inputValue();
    await fill(dovecot.port);
    await page.waitForURL(/\/back/);

    assert.match(refused ?? '', /This server cannot be used here/);
    assert.equal(kept, dovecot.host);
    assert.match(page.url(), /status=connected$/);
    const account = new URL(page.url()).searchParams.get('account');
    const { data } = await (await installation.api(`/MailAccounts/${account}`)).json();
    assert.deepEqual(
      [data.attributes.inbox_port, data.attributes.outbox_address, data.attributes.from.address],
      [dovecot.port, null, name],
    );
    await page.close();
  });

  it('counts wrong passwords as failed sign-ins of the client', async () => {
    const { name } = dovecot.user('bob@example.org');
    const session = await installation.invite({ address: name });
    const page = await browser.context.newPage();
    await page.goto(session.page);
    await page.getByRole('button', { name: 'Continue' }).click();
    const alerts: string[] = [];
    for (let attempt = 1; attempt <= 12 && !alerts.at(-1)?.includes('Too many'); attempt += 1) {
      await page.locator('#in-host').fill(dovecot.host);
      await page.locator('#in-port').fill(String(dovecot.port));
      await page.locator('#in-security').selectOption('starttls');
      await page.locator('#password').fill(`wrong-${attempt}`);
      await page.getByRole('button', { name: 'Connect' }).click();
      alerts.push((await page.getByRole('alert').textContent()) ?? '');
    }

    assert.match(alerts[0] ?? '', /did not accept the password/);
    assert.match(alerts.at(-1) ?? '', /Too many attempts/);
    await page.close();
  });
});
