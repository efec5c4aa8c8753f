/** Designs of mail in Chromium: sanitised, they look as they were made. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { sanitizeReceivedHtml } from '../../src/adapters/html/sanitize-received-html.ts';
import { type Browser, browserIsMissing, openBrowser } from './browser.ts';
import { MAIL_DESIGNS, readLooks } from './mail-designs.ts';

const DOCUMENT = '<!DOCTYPE html><meta charset="utf-8">';
/** The width for which the sanitiser decides media queries. */
const VIEWPORT = { width: 800, height: 900 };

describe('The design of a mail', { skip: browserIsMissing }, () => {
  let browser: Browser;
  let page: Page;
  let requests: string[];
  before(async () => {
    browser = await openBrowser();
    page = await browser.context.newPage();
    await page.setViewportSize(VIEWPORT);
    await page.route('**', (route) => {
      requests.push(route.request().url());
      return route.abort();
    });
    requests = [];
  });
  after(() => browser?.close());

  for (const [name, html] of MAIL_DESIGNS) {
    it(`is kept where it is ${name}`, async () => {
      const made = await readLooks(page, `${DOCUMENT}${html}`);
      requests.length = 0;

      const shown = await readLooks(page, `${DOCUMENT}${sanitizeReceivedHtml(html, 'block').html}`);

      assert.ok(Object.keys(made).length >= 2);
      assert.deepEqual(shown, made);
      assert.deepEqual(requests, []);
    });
  }

  it('loads its pictures where they are allowed, and nothing else', async () => {
    const hero = MAIL_DESIGNS.find(([name]) => name === 'gradient-hero')?.[1] ?? '';
    requests.length = 0;

    await page.setContent(`${DOCUMENT}${sanitizeReceivedHtml(hero, 'allow').html}`);

    assert.deepEqual(requests.map((url) => new URL(url).pathname).sort(), [
      '/paper.png',
      '/sand.png',
      '/sea.jpg',
    ]);
  });
});
