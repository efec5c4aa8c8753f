/** A browser downloads files by links, which carry no login, and stays on its page. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { buildMessage } from '../support/message-samples.ts';
import { type Browser, browserIsMissing, openBrowser } from './browser.ts';
import { serveInstallation } from './installation.ts';
import type { PosthornProcess } from './posthorn-process.ts';

const LOGIN = { name: 'jane@example.org', password: 'secret' };
const AUTHORIZATION = `Basic ${btoa(`${LOGIN.name}:${LOGIN.password}`)}`;
const MESSAGE = 'MailAccounts/example/MailFolders/INBOX/MessageItems/1';
/** More than version 0 puts into a list. */
const LARGE = Buffer.alloc(25_000_001, 'large');
const NAME = 'Gr\u00fc\u00dfe.bin';
const PAGE = '<!doctype html><title>Client</title><textarea></textarea><a>File</a>';

describe('A download link in a browser', { skip: browserIsMissing }, () => {
  let sandbox: Sandbox;
  let pages: Server;
  let posthorn: PosthornProcess;
  let browser: Browser;
  let page: Page;

  before(async () => {
    const attachments = [{ filename: NAME, content: LARGE }];
    sandbox = await startSandbox({
      users: [
        { ...LOGIN, mailboxes: [{ name: 'INBOX', messages: [{ raw: buildMessage({ attachments }) }] }] },
      ],
    });
    pages = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end(PAGE);
    });
    await once(pages.listen(0, '127.0.0.1'), 'listening');
    posthorn = await serve();
    browser = await openBrowser();
    page = await browser.context.newPage();
  });
  after(async () => {
    await browser.close();
    await posthorn.stop();
    pages.close();
    await sandbox.close();
  });

  const serve = (): Promise<PosthornProcess> =>
    serveInstallation({ imapPort: sandbox.imapPort, settings: { APP_KEY: 'the key of the installation' } });
  // biome-ignore lint/suspicious/noExplicitAny: what tests look into, whatever it is
  const read = async (path: string): Promise<any> => {
    const answer = await fetch(`${posthorn.address}/rest-api-email/${path}`, {
      headers: { authorization: AUTHORIZATION },
    });
    assert.equal(answer.status, 200, path);
    return answer.json();
  };
  /** A click on a link with this address, on a page of another origin on which something was typed. */
  const click = async (address: string): Promise<void> => {
    const { port } = pages.address() as { port: number };
    await page.goto(`http://localhost:${port}/`);
    await page.locator('textarea').fill('unsaved');
    await page.locator('a').evaluate((link, href) => link.setAttribute('href', href), address);
    await page.locator('a').click();
  };

  for (const [version, linkOf] of [
    ['version 0', async () => (await read(`v0/${MESSAGE}/Attachments`)).data[0].downloadUrl],
    ['version 1', async () => (await read(`v1/${MESSAGE}/Attachments/2/link`)).meta.downloadUrl],
  ] as const) {
    it(`of ${version} saves the file under its name, and the page stays as it is`, async () => {
      const downloading = page.waitForEvent('download');
      await click(await linkOf());

      const download = await downloading;

      assert.equal(download.suggestedFilename(), NAME);
      const octets = await readFile(await download.path());
      assert.ok(octets.equals(LARGE), `${octets.length} octets`);
      assert.equal(await page.locator('textarea').inputValue(), 'unsaved');
    });
  }

  it('outlives a restart', async () => {
    const link = new URL((await read(`v0/${MESSAGE}/Attachments`)).data[0].downloadUrl);
    await posthorn.stop();
    posthorn = await serve();
    const downloading = page.waitForEvent('download');

    await click(new URL(link.pathname + link.search, posthorn.address).href);

    assert.ok((await readFile(await (await downloading).path())).equals(LARGE));
  });

  it('that is not known leaves the page as it is', async () => {
    const link = (await read(`v0/${MESSAGE}/Attachments`)).data[0].downloadUrl;
    const answering = page.waitForResponse((response) => response.url().includes('ticket='));

    await click(link.replace(/ticket=.*/, 'ticket=unknown'));

    assert.equal((await answering).status(), 204);
    assert.equal(await page.locator('textarea').inputValue(), 'unsaved');
  });
});
