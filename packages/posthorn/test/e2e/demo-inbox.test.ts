/** The inbox of the demo, in Chromium: it shows mail as it comes, and nothing in a mail can do anything. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Demo, startDemo } from '../../src/demo/start-demo.ts';
import { type Browser, browserIsMissing, openBrowser } from './browser.ts';

const NEW_MAIL_EVERY_MS = 1_500;

describe('The inbox at / of the demo', { skip: browserIsMissing }, () => {
  let demo: Demo;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];
  before(async () => {
    demo = await startDemo({ port: '0', now: new Date(), newMailEveryMs: NEW_MAIL_EVERY_MS });
    browser = await openBrowser();
    page = await browser.context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${demo.address}/`);
  });
  after(async () => {
    await browser.close();
    await demo.close();
  });

  it('lists the newest messages, and is live', async () => {
    await page.getByText('live').waitFor();

    assert.ok((await page.locator('#list li').count()) >= 10);
  });

  it('shows a mail that arrives without being asked', async () => {
    const before = await page.locator('#list li').count();

    await page.locator(`#list li >> nth=${before}`).waitFor({ timeout: 3 * NEW_MAIL_EVERY_MS });
    assert.match((await page.locator('#list li').first().textContent()) ?? '', /Ann/);
  });

  it('shows a text in a frame without scripts, and marks the message as read everywhere', async () => {
    const unread = page.locator('#list li[data-unread]').first();
    const subject = await unread.locator('button').evaluate((button) => button.firstChild?.textContent);
    await unread.locator('button').click();

    await page.locator('h2', { hasText: subject ?? '' }).waitFor();
    await page.locator('#list li[aria-current]:not([data-unread])').waitFor();
    const frame = page.frameLocator('#frame');
    assert.notEqual(await frame.locator('body').textContent(), '');
    assert.equal(await page.locator('#frame').getAttribute('sandbox'), '');
  });

  it('breaks no rule of its own policy', () => {
    assert.deepEqual(problems, []);
  });
});
