/** What readers do in the inbox page, and what the mailbox is like afterwards, on a sandbox and on Dovecot. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { buildMessage } from '../support/message-samples.ts';
import { browserIsMissing } from './browser.ts';
import { type InboxPage, openInbox } from './inbox-page.ts';
import { eventually, type InboxScene, type MailServerName, openInboxScene } from './inbox-scene.ts';

const SERVERS: readonly MailServerName[] = ['sandbox', 'Dovecot'];
const CAROL = { address: 'carol@example.org', name: 'Carol' };
const BOB = { address: 'bob@example.org', name: 'Bob' };

/** Seen messages, each a minute newer than the one before. */
function lettersOf(...subjects: readonly string[]) {
  return subjects.map((subject, index) => {
    const date = new Date(Date.UTC(2026, 5, 1, 9, index));
    const to = [{ address: 'alice@example.org' }, CAROL];
    const attachments = subject === 'Plan' ? [{ filename: 'plan.pdf', content: 'a plan' }] : [];
    const raw = buildMessage({ subject, from: BOB, to, date, text: `About ${subject}.`, attachments });
    return { raw, flags: ['\\Seen'], internalDate: date };
  });
}

interface Stage {
  scene: InboxScene;
  inbox: InboxPage;
  /** Asserts what the mail server has in a folder; the page may still be on its way there. */
  expectStored(mailbox: string, expected: readonly string[]): Promise<void>;
}

/** Leaves nothing open when it fails: the browser would keep the process until its limit. */
async function openLive(scene: InboxScene): Promise<InboxPage> {
  let inbox: InboxPage | undefined;
  try {
    inbox = await openInbox(scene.address);
    await inbox.page.getByText('live', { exact: true }).waitFor();
    await inbox.row('Lunch').waitFor();
    return inbox;
  } catch (error) {
    const shown = await inbox?.page.textContent('body').catch(String);
    await inbox?.close();
    await scene.close();
    throw new Error(`The page shows: ${shown} (${inbox?.problems.join('; ')})`, { cause: error });
  }
}

/** Opens a page before a mailbox with `Lunch`, `Plan` and `Photos`, newest last. */
async function setUp(server: MailServerName): Promise<Stage> {
  const scene = await openInboxScene(server, lettersOf('Lunch', 'Plan', 'Photos'));
  const inbox = await openLive(scene);
  return {
    scene,
    inbox,
    async expectStored(mailbox, expected) {
      const isSame = (stored: readonly string[]) => JSON.stringify(stored) === JSON.stringify(expected);
      assert.deepEqual(await eventually(() => scene.stored(mailbox), isSame), expected);
    },
  };
}

for (const server of SERVERS) {
  describe(`Messages in the inbox page before ${server}`, { skip: browserIsMissing }, () => {
    let stage: Stage;
    beforeEach(async () => {
      stage = await setUp(server);
    });
    afterEach(async () => {
      assert.deepEqual(stage.inbox.problems, []);
      await stage.inbox.close();
      await stage.scene.close();
    });

    it('get flags by keys, and lose them again', async () => {
      const { inbox, expectStored } = stage;
      await inbox.page.keyboard.press('s');
      await expectStored('INBOX', ['Lunch \\Seen', 'Plan \\Seen', 'Photos \\Flagged \\Seen']);

      await inbox.page.keyboard.press('s');
      await inbox.page.keyboard.press('j');
      await inbox.page.keyboard.press('u');

      await expectStored('INBOX', ['Lunch \\Seen', 'Plan', 'Photos \\Seen']);
    });

    it('keep a star that is set while they are being marked as read', async () => {
      const { inbox, scene, expectStored } = stage;
      await scene.fill(
        'INBOX',
        lettersOf('New').map((letter) => ({ ...letter, flags: [] })),
      );
      await inbox.row('New').locator('.row-open').click();
      await inbox.page.locator('h1', { hasText: 'New' }).waitFor();
      await inbox.page.keyboard.press('s');

      await expectStored('INBOX', ['Lunch \\Seen', 'Plan \\Seen', 'Photos \\Seen', 'New \\Flagged \\Seen']);
    });

    it('go to the archive, and come back', async () => {
      const { inbox, expectStored } = stage;
      await inbox.page.keyboard.press('e');
      await expectStored('Archive', ['Photos \\Seen']);

      await inbox.page.getByRole('button', { name: 'Undo' }).click();

      await expectStored('Archive', []);
      await inbox.row('Photos').waitFor();
    });

    it('go to the trash together, and come back with their flags', async () => {
      const { inbox, expectStored } = stage;
      await inbox.page.keyboard.press('x');
      await inbox.page.keyboard.press('j');
      await inbox.page.keyboard.press('x');
      await inbox.page.keyboard.press('#');
      await expectStored('INBOX', ['Lunch \\Seen']);
      await expectStored('Trash', ['Plan \\Seen', 'Photos \\Seen']);

      await inbox.page.keyboard.press('z');

      await expectStored('Trash', []);
    });

    it('keep the cursor at the open message while one above it goes', async () => {
      const { inbox } = stage;
      await inbox.row('Plan').locator('.row-open').click();
      await inbox.row('Photos').locator('input').check({ force: true });
      await inbox.page.keyboard.press('e');
      await inbox.row('Photos').waitFor({ state: 'detached' });

      assert.deepEqual(await inbox.page.locator('.row.cursor .row-title').allTextContents(), ['Plan']);
      assert.equal(await inbox.row('Plan').locator('.row-open').getAttribute('tabindex'), '0');
    });

    it('move to a folder that is found by some letters', async () => {
      const { inbox, expectStored } = stage;
      await inbox.page.keyboard.press('v');
      await inbox.page.getByRole('textbox', { name: 'Name of the folder' }).fill('junk');
      await inbox.page.keyboard.press('Enter');

      await expectStored('Junk', ['Photos \\Seen']);
    });

    it('are deleted for good from the trash, after a question', async () => {
      const { inbox, scene, expectStored } = stage;
      await scene.fill('Trash', lettersOf('Old'));
      await inbox.page.getByRole('button', { name: 'Trash' }).click();
      await inbox.row('Old').waitFor();
      inbox.page.once('dialog', (dialog) => void dialog.accept());
      await inbox.page.keyboard.press('#');

      await expectStored('Trash', []);
    });
  });

  describe(`Mail that is written in the inbox page before ${server}`, { skip: browserIsMissing }, () => {
    let stage: Stage;
    before(async () => {
      stage = await setUp(server);
    });
    after(async () => {
      await stage.inbox.close();
      await stage.scene.close();
    });
    const dialog = (name: string) => stage.inbox.page.getByRole('dialog', { name });
    const sendFrom = async (name: string) => {
      await dialog(name).getByRole('button', { name: 'Send' }).click();
      await dialog(name).waitFor({ state: 'hidden' });
    };
    const lastToBob = (subject: string) =>
      eventually(
        () => stage.scene.receivedByBob().at(-1) ?? '',
        (raw) => raw.includes(`Subject: ${subject}`),
      );

    it('is saved while it is typed, and goes on later', async () => {
      const { page } = stage.inbox;
      await page.keyboard.press('c');
      await dialog('New message').getByLabel('To', { exact: true }).fill('bob@example.org,');
      await dialog('New message').getByLabel('Subject').fill('A begun letter');
      await stage.expectStored('Drafts', ['A begun letter \\Draft \\Seen']);

      await dialog('New message')
        .getByRole('button', { name: /^Close/ })
        .click();
      await page.getByRole('button', { name: /^Drafts/ }).click();
      await stage.inbox.row('A begun letter').locator('.row-open').click();

      await dialog('Draft').getByLabel('Text', { exact: true }).fill('And an end.');
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        dialog('Draft').getByRole('button', { name: 'Attach files' }).click(),
      ]);
      await chooser.setFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('a note') });
      await dialog('Draft').getByText('note.txt').waitFor();
      await sendFrom('Draft');
      assert.match(await lastToBob('A begun letter'), /And an end\.[\s\S]*note\.txt/);
      await stage.expectStored('Drafts', []);
    });

    it('answers a message with its text below, and marks it as answered', async () => {
      const { page } = stage.inbox;
      await page.getByRole('button', { name: /^Inbox/ }).click();
      await stage.inbox.row('Lunch').locator('.row-open').click();
      await page.keyboard.press('r');
      await dialog('Reply').getByLabel('Text', { exact: true }).fill('Gladly.');
      await sendFrom('Reply');

      assert.match(await lastToBob('Re: Lunch'), /Gladly\.[\s\S]*> About Lunch\./);
      await stage.expectStored('INBOX', ['Lunch \\Answered \\Seen', 'Plan \\Seen', 'Photos \\Seen']);
    });

    it('answers all recipients', async () => {
      const { page } = stage.inbox;
      await page.keyboard.press('a');
      await dialog('Reply to all').getByText('Carol').waitFor();
      await dialog('Reply to all').getByLabel('Text', { exact: true }).fill('To all.');
      await sendFrom('Reply to all');

      assert.match(await lastToBob('Re: Lunch'), /carol@example\.org[\s\S]*To all\./);
    });

    it('forwards a message with its files', async () => {
      const { page } = stage.inbox;
      await page.keyboard.press('Escape');
      await stage.inbox.row('Plan').locator('.row-open').click();
      await page.keyboard.press('f');
      await dialog('Forward').getByText('plan.pdf').waitFor();
      await dialog('Forward').getByLabel('To', { exact: true }).fill('bob@example.org,');
      await sendFrom('Forward');

      assert.match(await lastToBob('Fwd: Plan'), /About Plan\.[\s\S]*plan\.pdf/);
    });

    it('leaves nothing behind when it is discarded', async () => {
      await stage.inbox.page.keyboard.press('r');
      await dialog('Reply').getByLabel('Text', { exact: true }).fill('No.');
      await stage.expectStored('Drafts', ['Re: Plan \\Draft \\Seen']);
      await dialog('Reply').getByRole('button', { name: 'Discard the draft' }).click();

      await stage.expectStored('Drafts', []);
      assert.deepEqual(stage.inbox.problems, []);
    });
  });

  describe(`News and searches in the inbox page before ${server}`, { skip: browserIsMissing }, () => {
    let stage: Stage;
    before(async () => {
      stage = await setUp(server);
    });
    after(async () => {
      await stage.inbox.close();
      await stage.scene.close();
    });

    it('appear by themselves, with what other programs change', async () => {
      const { inbox, scene } = stage;
      await scene.fill('INBOX', [
        { ...lettersOf('Fresh')[0], raw: buildMessage({ subject: 'Fresh', date: new Date() }), flags: [] },
      ]);

      await inbox.page.locator('.row.unread', { hasText: 'Fresh' }).waitFor();
      await inbox.page.getByText('4 messages, 1 unread').waitFor();
    });

    it('find words in all folders, and what a filter names', async () => {
      const { inbox } = stage;
      await inbox.page.keyboard.press('/');
      await inbox.page.keyboard.type('About');
      await inbox.page.keyboard.press('Enter');
      await inbox.page.getByText('3 messages', { exact: true }).waitFor();

      await inbox.page.getByLabel('Search mail').focus();
      await inbox.page.getByRole('button', { name: 'With files' }).click();

      await inbox.page.getByText('1 message', { exact: true }).waitFor();
      await inbox.row('Plan').waitFor();
      await inbox.page.getByText('live', { exact: true }).waitFor();
    });

    it('say that nothing is found, and lead back', async () => {
      const { inbox } = stage;
      await inbox.page.getByLabel('Search mail').fill('xyzzy');
      await inbox.page.keyboard.press('Enter');
      await inbox.page.getByRole('button', { name: 'Back to Inbox' }).click();

      await inbox.row('Lunch').waitFor();
      assert.deepEqual(inbox.problems, []);
    });
  });
}
