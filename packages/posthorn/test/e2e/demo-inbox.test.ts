/** The inbox at `/` of the demo, in Chromium: it is signed in, shows mail as it comes, and can be left. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Demo, startDemo } from '../../src/demo/start-demo.ts';
import { browserIsMissing } from './browser.ts';
import { type InboxPage, openInbox } from './inbox-page.ts';
import { eventually } from './inbox-scene.ts';

const NEW_MAIL_EVERY_MS = 4_000;
const MAX_COMPRESSED_OCTETS = 200_000;

describe('The inbox at / of the demo', { skip: browserIsMissing }, () => {
  let demo: Demo;
  let inbox: InboxPage;
  before(async () => {
    demo = await startDemo({ port: '0', now: new Date(), newMailEveryMs: NEW_MAIL_EVERY_MS });
    inbox = await openInbox(`${demo.address}/`);
  });
  after(async () => {
    await inbox.close();
    await demo.close();
  });

  it('lists the newest messages with their files, and is live', async () => {
    await inbox.page.getByText('live', { exact: true }).waitFor();

    assert.match((await inbox.row('Your permit no. 2201').textContent()) ?? '', /inventory\.txt\+2/);
  });

  it('shows a mail that arrives without being asked', async () => {
    const { page } = inbox;
    const total = async () => Number(await page.locator('.list').getAttribute('data-total'));
    const before = await total();

    const after = await eventually(total, (count) => count > before);

    assert.ok(after > before, `${after} messages`);
    assert.match((await page.locator('.row.unread').first().textContent()) ?? '', /Ann Lee/);
  });

  it('shows HTML in a frame without scripts, and marks the message as read', async () => {
    const { page } = inbox;
    await inbox.row('The Lantern Weekly').locator('.row-open').click();

    await inbox.row('The Lantern Weekly').and(page.locator(':not(.unread)')).waitFor();
    const frame = page.locator('.mail-frame');
    assert.doesNotMatch((await frame.getAttribute('sandbox')) ?? '', /allow-scripts|allow-forms|allow-top/);
    await page.frameLocator('.mail-frame').getByRole('heading', { name: 'The quiet bell' }).waitFor();
  });

  it('forgets the login when its reader signs out, and says when a password is wrong', async () => {
    const { page } = inbox;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();

    const problem = (await page.getByRole('alert').textContent()) ?? '';
    assert.match(problem, /user name|password|login|credentials/i);
    await page.getByLabel('Password').fill('demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.row[data-id]').first().waitFor();
  });

  it('breaks no rule of its policies, and asks no other host', () => {
    assert.deepEqual(inbox.problems, []);
  });
});

describe('The files of the inbox page', () => {
  let demo: Demo;
  before(async () => {
    demo = await startDemo({ port: '0', now: new Date() });
  });
  after(() => demo.close());

  const read = (path: string) => fetch(`${demo.address}${path}`, { headers: { accept: 'text/html' } });

  it('have policies without anything unsafe, but for the styles of mails in their frame', async () => {
    const [page, frame] = await Promise.all([read('/'), read('/inbox/frame.html')]);

    assert.doesNotMatch(page.headers.get('content-security-policy') ?? 'unsafe', /unsafe/);
    const policy = frame.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'.*sandbox allow-same-origin allow-popups/);
    assert.doesNotMatch(
      policy.replace("style-src-attr 'unsafe-inline'", ''),
      /unsafe|script-src|allow-scripts/,
    );
  });

  it('are small before the first list', async () => {
    const files = await Promise.all(['/', '/inbox/inbox.js', '/inbox/style.css'].map(read));
    const texts = await Promise.all(files.map((file) => file.text()));

    const octets = texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
    assert.ok(octets < MAX_COMPRESSED_OCTETS, `${octets} octets`);
  });
});
