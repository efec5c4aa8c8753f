/** Mail that attacks its reader, through the inbox page: no script runs and no other host is asked, whether the HTML was made safe or not. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { buildMessage } from '../support/message-samples.ts';
import { browserIsMissing } from './browser.ts';
import { VECTORS } from './html-vectors.ts';
import { type InboxPage, openInbox } from './inbox-page.ts';
import { eventually, type InboxScene, openInboxScene } from './inbox-scene.ts';

/** Each takes a moment; `npm run soak -- message-frames` shows all of them in the frame of the documentation. */
const STEP = 16;
/** What a message that is read may do once it is shown. */
const SETTLING_MS = 500;
const PICTURE_HTML = '<p>A <b>newsletter</b></p><img src="https://pictures.test/open.gif">';

const RUNNING_HTML = '<img src="https://pictures.test/run.gif" onerror="alert(1)">';

/** In front: some of the HTML takes in what comes behind it. */
const marked = (html: string, index: number) => `<p>vector ${index} begins</p>${html}`;

interface Watched {
  readonly inbox: InboxPage;
  /** Scripts of mails that ran, and requests to other hosts. */
  happened(): readonly string[];
}

/** A sandbox silences dialogs, which is what the scripts of the vectors open. */
const REPORT_SCRIPTS = "globalThis.alert = (text) => console.info('script: ' + text);";

/** Opens the page. */
async function watch(scene: InboxScene, prepare?: (page: Page) => Promise<unknown>): Promise<Watched> {
  const inbox = await openInbox(scene.address);
  const scripts: string[] = [];
  inbox.page.on('console', (message) => {
    if (message.text().startsWith('script: ')) scripts.push(message.text());
  });
  await inbox.page.addInitScript(REPORT_SCRIPTS);
  await prepare?.(inbox.page);
  await inbox.row('vector 0').first().waitFor();
  return {
    inbox,
    happened: () => [...scripts, ...inbox.problems.filter((problem) => problem.startsWith('request of'))],
  };
}

/** Reads all vectors, the newest first; `isShown` waits until one is in the frame. */
async function readAll(page: Page, count: number, isShown: (index: number) => Promise<void>): Promise<void> {
  await page.keyboard.press('o');
  for (let index = 0; index < count; index += 1) {
    await page.locator('h1', { hasText: new RegExp(`^vector ${index}$`) }).waitFor();
    await isShown(index);
    await page.keyboard.press('j');
  }
  await page.waitForTimeout(SETTLING_MS);
}

describe('Hostile HTML in the inbox page', { skip: browserIsMissing }, () => {
  let scene: InboxScene;
  let watched: Watched | undefined;
  const texts = VECTORS.filter((_, index) => index % STEP === 0);
  before(async () => {
    const vectors = texts.map((html, index) => ({ html: marked(html, index), subject: `vector ${index}` }));
    const oldestFirst = [{ html: PICTURE_HTML, subject: 'With a picture' }, ...vectors.toReversed()];
    const letters = oldestFirst.map((sample, index) => {
      const date = new Date(Date.UTC(2026, 0, 1, 0, index));
      return { raw: buildMessage({ ...sample, date }), internalDate: date };
    });
    scene = await openInboxScene('sandbox', letters);
  });
  afterEach(() => watched?.inbox.close());
  after(() => scene.close());

  it('does nothing when it is made safe', async () => {
    watched = await watch(scene);
    const { page } = watched.inbox;

    await readAll(page, texts.length, (index) =>
      page
        .frameLocator('.mail-frame')
        .getByText(`vector ${index} begins`)
        .first()
        .waitFor({ state: 'attached' }),
    );

    assert.deepEqual(watched.happened(), []);
  });

  it('does nothing even when it comes as its sender wrote it, because the frame holds by itself', async () => {
    watched = await watch(scene, (page) => page.route('**/MessageBodies/**', answerWithRawHtml));
    const { page } = watched.inbox;

    await readAll(page, texts.length, () => page.locator('.mail-frame').first().waitFor());

    assert.deepEqual(watched.happened(), []);
  });

  it('runs scripts and asks other hosts in a frame that holds nothing, so that these tests can fail', async () => {
    watched = await watch(scene, async (page) => {
      await page.route('**/MessageBodies/**', (route) => answerWithHtml(route, RUNNING_HTML));
      await page.route('**/inbox/inbox.js', answerWithOpenFrame);
      await page.route('**/inbox/frame.html', answerWithoutPolicy);
      await page.goto('about:blank');
      await page.goto(scene.address);
    });
    await watched.inbox.page.keyboard.press('o');

    const happened = await eventually(watched.happened, ({ length }) => length === 2);
    assert.deepEqual(happened, ['script: 1', 'request of https://pictures.test/run.gif']);
  });

  it('loads a picture of another server when its reader asks for it', async () => {
    watched = await watch(scene);
    const { inbox, happened } = watched;
    await inbox.page.getByLabel('Search mail').fill('subject:"With a picture"');
    await inbox.page.keyboard.press('Enter');
    await inbox.row('With a picture').locator('.row-open').click();
    const button = inbox.page.getByRole('button', { name: 'Show pictures' });
    await button.waitFor();
    assert.deepEqual(happened(), []);

    await button.click();

    await eventually(happened, ({ length }) => length > 0);
    assert.deepEqual(happened(), ['request of https://pictures.test/open.gif']);
  });

  /** The newest message has the highest uid, and is the first vector. */
  function answerWithRawHtml(route: Route): Promise<void> {
    const uid = Number(/\.(\d+)\?/.exec(route.request().url())?.[1]);
    return answerWithHtml(route, texts[texts.length + 1 - uid] ?? '');
  }
});

function answerWithHtml(route: Route, textHtml: string): Promise<void> {
  const data = { type: 'MessageBody', id: 'x', attributes: { textHtml, textPlain: '' } };
  return route.fulfill({ json: { data }, contentType: 'application/vnd.api+json' });
}

async function answerWithOpenFrame(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = (await response.text()).replace('allow-same-origin', 'allow-same-origin allow-scripts');
  return route.fulfill({ response, body });
}

async function answerWithoutPolicy(route: Route): Promise<void> {
  const response = await route.fetch();
  const { 'content-security-policy': _policy, ...headers } = response.headers();
  return route.fulfill({ response, headers });
}
