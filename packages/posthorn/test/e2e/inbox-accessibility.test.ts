/** The inbox page for people who do not see it, or use no mouse: axe-core finds nothing serious in any state, in light and dark. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Demo, startDemo } from '../../src/demo/start-demo.ts';
import { findViolations } from './accessibility.ts';
import { browserIsMissing } from './browser.ts';
import { type InboxPage, openInbox } from './inbox-page.ts';

for (const scheme of ['light', 'dark'] as const) {
  describe(`The inbox page, ${scheme}`, { skip: browserIsMissing }, () => {
    let demo: Demo;
    let inbox: InboxPage;
    before(async () => {
      demo = await startDemo({ port: '0', now: new Date() });
      inbox = await openInbox(`${demo.address}/`, { scheme });
      await inbox.page.locator('.row[data-id]').first().waitFor();
    });
    after(async () => {
      await inbox.close();
      await demo.close();
    });

    it('has nothing serious in the list', async () => {
      assert.deepEqual(await findViolations(inbox.page), []);
    });

    it('has nothing serious in a message with files', async () => {
      await inbox.row('Your permit no. 2201').locator('.row-open').click();
      await inbox.page.getByText('floor-plan.dwg').last().waitFor();

      assert.deepEqual(await findViolations(inbox.page), []);
    });

    it('has nothing serious with selected messages', async () => {
      await inbox.page.keyboard.press('x');
      await inbox.page.getByText('1 selected').waitFor();

      assert.deepEqual(await findViolations(inbox.page), []);
    });

    it('has nothing serious in its dialogs', async () => {
      await inbox.page.keyboard.press('?');
      const keys = await findViolations(inbox.page);
      await inbox.page.keyboard.press('Escape');
      await inbox.page.keyboard.press('v');

      assert.deepEqual([...keys, ...(await findViolations(inbox.page))], []);
    });

    it('has nothing serious while a message is written', async () => {
      await inbox.page.keyboard.press('Escape');
      await inbox.page.keyboard.press('c');
      await inbox.page.getByRole('dialog', { name: 'New message' }).waitFor();

      assert.deepEqual(await findViolations(inbox.page), []);
    });
  });
}
