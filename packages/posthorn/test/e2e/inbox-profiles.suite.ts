/** Every action of the inbox page once, before the mail servers of each provider, with the mailbox compared afterwards. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ProfileName } from 'posthorn-sandbox';
import { buildMessage } from '../support/message-samples.ts';
import { browserIsMissing } from './browser.ts';
import { type InboxPage, openInbox } from './inbox-page.ts';
import { eventually, type InboxScene, openInboxScene } from './inbox-scene.ts';

interface Folders {
  readonly drafts: string;
  readonly sent: string;
  readonly trash: string;
  /** Created where the provider has none. */
  readonly archive: string;
}

const FOLDERS = {
  gmail: {
    ...{ drafts: '[Gmail]/Drafts', sent: '[Gmail]/Sent Mail' },
    ...{ trash: '[Gmail]/Trash', archive: '[Gmail]/All Mail' },
  },
  outlook: { drafts: 'Drafts', sent: 'Sent Items', trash: 'Deleted Items', archive: 'Archive' },
  yahoo: { drafts: 'Draft', sent: 'Sent', trash: 'Trash', archive: 'Archive' },
  icloud: { drafts: 'Drafts', sent: 'Sent Messages', trash: 'Deleted Messages', archive: 'Archive' },
  gmx: { drafts: 'Entwürfe', sent: 'Gesendet', trash: 'Gelöscht', archive: 'Archive' },
  exchange: { drafts: 'Drafts', sent: 'Sent Items', trash: 'Deleted Items', archive: 'Archive' },
  minimal: { drafts: 'Drafts', sent: 'Sent', trash: 'Trash', archive: 'Archive' },
} as const satisfies Record<ProfileName, Folders>;

/** Each a minute newer than the one before. */
function lettersOf(subjects: readonly string[], flags: readonly string[] = ['\\Seen']) {
  return subjects.map((subject, index) => {
    const internalDate = new Date(Date.UTC(2026, 5, 1, 9, index));
    const [from, to] = [{ address: 'bob@example.org', name: 'Bob' }, [{ address: 'alice@example.org' }]];
    const attachments = subject === 'Plan' ? [{ filename: 'plan.pdf', content: 'a plan' }] : [];
    const raw = buildMessage({
      ...{ subject, from, to, attachments },
      date: internalDate,
      text: `On ${subject}.`,
    });
    return { raw, flags, internalDate };
  });
}

/** Runs every action before the servers of a provider. */
export function inboxProfileSuite(profile: ProfileName): void {
  describe(`The inbox page before ${profile}`, { skip: browserIsMissing }, () => {
    const { drafts, sent, trash, archive } = FOLDERS[profile];
    // Without UIDPLUS nobody knows the new uid of a message that was moved.
    const canUndo = profile !== 'minimal';
    const inTrash = canUndo ? [] : ['Photos \\Seen'];
    let scene: InboxScene;
    let inbox: InboxPage;
    before(async () => {
      scene = await openInboxScene(profile, lettersOf(['Lunch', 'Plan', 'Photos', 'Invoice']));
      await scene.fill('Work', []);
      inbox = await openInbox(scene.address);
      await inbox.page.getByText('live', { exact: true }).waitFor();
      await inbox.row('Lunch').waitFor();
    });
    after(async () => {
      await inbox?.close();
      await scene?.close();
    });

    /** Without flags that the test does not name, the messages of these subjects. */
    const expectStored = async (mailbox: string, expected: readonly string[]) => {
      const sorted = async () => (await scene.stored(mailbox)).toSorted();
      const wanted = JSON.stringify(expected.toSorted());
      assert.deepEqual(
        await eventually(sorted, (stored) => JSON.stringify(stored) === wanted),
        expected.toSorted(),
      );
    };
    const focus = async (subject: string) => {
      await inbox.row(subject).locator('.row-open').click();
      await inbox.page.locator('h1', { hasText: subject }).waitFor();
    };
    const dialog = (name: string) => inbox.page.getByRole('dialog', { name });

    it('sets and removes flags', async () => {
      await focus('Photos');
      await inbox.page.keyboard.press('s');
      await inbox.page.keyboard.press('u');
      await expectStored('INBOX', ['Lunch \\Seen', 'Plan \\Seen', 'Photos \\Flagged', 'Invoice \\Seen']);

      await inbox.page.keyboard.press('s');
      await inbox.page.keyboard.press('u');

      await expectStored('INBOX', ['Lunch \\Seen', 'Plan \\Seen', 'Photos \\Seen', 'Invoice \\Seen']);
    });

    for (const [does, key, folder] of [
      ['archives', 'e', archive],
      ['deletes', '#', trash],
    ] as const) {
      it(`${does}, and ${canUndo ? 'brings back' : 'says that it cannot bring back'}`, async () => {
        await focus('Photos');
        await inbox.page.keyboard.press(key);
        await expectStored('INBOX', ['Lunch \\Seen', 'Plan \\Seen', 'Invoice \\Seen']);
        assert.ok((await scene.stored(folder)).includes('Photos \\Seen'));

        await inbox.page.keyboard.press('z');

        await inbox.page.getByText(canUndo ? 'Moved back.' : 'Not moved back.').waitFor();
        if (!canUndo) await scene.fill('INBOX', lettersOf(['Photos']));
        await expectStored('INBOX', ['Lunch \\Seen', 'Plan \\Seen', 'Photos \\Seen', 'Invoice \\Seen']);
        await expectStored(trash, folder === trash ? inTrash : []);
      });
    }

    it('moves to a folder, and deletes for good from the trash', async () => {
      await focus('Photos');
      await inbox.page.keyboard.press('v');
      await inbox.page.getByRole('textbox', { name: 'Name of the folder' }).fill('work');
      await inbox.page.keyboard.press('Enter');
      await expectStored('Work', ['Photos \\Seen']);
      await focus('Invoice');
      await inbox.page.keyboard.press('#');
      await expectStored(trash, [...inTrash, 'Invoice \\Seen']);
      await inbox.page.getByRole('button', { name: /^Trash/ }).click();
      await focus('Invoice');
      inbox.page.once('dialog', (question) => void question.accept());
      await inbox.page.keyboard.press('#');

      await expectStored(trash, inTrash);
      await inbox.page.getByRole('button', { name: /^Inbox/ }).click();
      await expectStored('INBOX', ['Lunch \\Seen', 'Plan \\Seen']);
    });

    it('finds messages', async () => {
      await inbox.page.getByLabel('Search mail').fill('subject:Plan');
      await inbox.page.keyboard.press('Enter');
      await inbox.row('Plan').waitFor();
      await inbox.row('Lunch').waitFor({ state: 'detached' });
      await inbox.page.getByRole('button', { name: /^Inbox/ }).click();

      await inbox.row('Lunch').waitFor();
    });

    it('replies, and keeps the sent message and no draft', async () => {
      await focus('Lunch');
      await inbox.page.keyboard.press('r');
      await dialog('Reply').getByLabel('Text', { exact: true }).fill('Gladly.');
      await expectStored(drafts, ['Re: Lunch \\Draft \\Seen']);
      await dialog('Reply').getByRole('button', { name: 'Send' }).click();
      await dialog('Reply').waitFor({ state: 'hidden' });

      const [received = ''] = await eventually(scene.receivedByBob, ({ length }) => length === 1);
      assert.match(received, /Gladly\.[\s\S]*> On Lunch\./);
      await expectStored(drafts, []);
      await expectStored('INBOX', ['Lunch \\Answered \\Seen', 'Plan \\Seen']);
      assert.ok((await scene.stored(sent)).includes('Re: Lunch \\Seen'));
    });

    it('forwards a file, and leaves nothing of a draft that is discarded', async () => {
      await focus('Plan');
      await inbox.page.keyboard.press('f');
      await dialog('Forward').getByText('plan.pdf').waitFor();
      await dialog('Forward').getByLabel('To', { exact: true }).fill('bob@example.org,');
      await dialog('Forward').getByRole('button', { name: 'Send' }).click();
      await dialog('Forward').waitFor({ state: 'hidden' });
      await inbox.page.keyboard.press('c');
      await dialog('New message').getByLabel('Subject').fill('Not this');
      await expectStored(drafts, ['Not this \\Draft \\Seen']);
      await dialog('New message').getByRole('button', { name: 'Discard the draft' }).click();

      await expectStored(drafts, []);
      const received = await eventually(scene.receivedByBob, ({ length }) => length === 2);
      assert.match(received.at(-1) ?? '', /On Plan\.[\s\S]*plan\.pdf/);
    });

    it('shows mail as it arrives, and has said no problem', async () => {
      await scene.fill('INBOX', lettersOf(['Fresh'], []));

      await inbox.row('Fresh').and(inbox.page.locator('.unread')).waitFor();
      assert.deepEqual(inbox.problems, []);
    });
  });
}
