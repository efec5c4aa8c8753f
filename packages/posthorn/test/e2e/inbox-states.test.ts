/** What the inbox page says when there is nothing to show, or nothing can be shown, and how it shows writing from right to left. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import type { Posthorn } from '../../src/composition/create-posthorn.ts';
import { buildMessage } from '../support/message-samples.ts';
import { openSwitchedPort, type SwitchedPort } from '../support/switched-port.ts';
import { browserIsMissing } from './browser.ts';
import { type InboxPage, openInbox } from './inbox-page.ts';
import { ALICE, CODE, createInboxServer } from './inbox-scene.ts';

const HEBREW = { subject: 'פגישה ביום שני', text: 'נתראה בתשע בבוקר.', name: 'דנה לוי' };
const JAPANESE = { subject: '月曜日の会議', text: '九時に会いましょう。', name: '山田花子' };

const letterOf = ({ subject, text, name }: typeof HEBREW, minute: number) =>
  buildMessage({
    ...{ subject, text, from: { address: 'writer@example.org', name }, to: [{ address: ALICE.name }] },
    date: new Date(Date.UTC(2026, 5, 1, 9, minute)),
  });

describe('The inbox page', { skip: browserIsMissing }, () => {
  let sandbox: Sandbox;
  let posthorn: Posthorn;
  /** Between Posthorn and the mail server, and between the browser and Posthorn. */
  let mailPort: SwitchedPort;
  let webPort: SwitchedPort;
  let posthornPort: number;
  let inbox: InboxPage;
  before(async () => {
    sandbox = await startSandbox({ users: [ALICE], smtp: true });
    const alice = sandbox.user(ALICE.name);
    alice.createMailbox('Nothing');
    alice.createMailbox('Later');
    alice.deliver(letterOf(HEBREW, 1));
    alice.deliver(letterOf(JAPANESE, 2));
    mailPort = await openSwitchedPort(sandbox.imapPort);
    posthorn = createInboxServer({ imapPort: mailPort.port, smtpPort: sandbox.smtpPort ?? 0 });
    posthornPort = Number(new URL(await posthorn.listen()).port);
    webPort = await openSwitchedPort(posthornPort);
    inbox = await openInbox(`http://127.0.0.1:${webPort.port}/#code=${CODE}`);
    await inbox.row(HEBREW.subject).waitFor();
  });
  after(async () => {
    await inbox.close();
    webPort.close();
    await posthorn.close();
    mailPort.close();
    await sandbox.close();
  });

  const directionOf = (selector: string, text: string) =>
    inbox.page
      .locator(selector, { hasText: text })
      .first()
      .evaluate((element) => getComputedStyle(element).direction);

  it('shows writing from right to left in its direction, and other writing beside it in its own', async () => {
    const rows = ['.row-title', '.row-who', '.row-preview'];
    const hebrew = [HEBREW.subject, HEBREW.name, HEBREW.text];
    const directions = await Promise.all(rows.map((row, index) => directionOf(row, hebrew[index] ?? '')));
    const others = await directionOf('.row-title', JAPANESE.subject);
    await inbox.row(HEBREW.subject).locator('.row-open').click();
    await inbox.page.locator('.reading-pane h1', { hasText: HEBREW.subject }).waitFor();

    assert.deepEqual([...directions, others], ['rtl', 'rtl', 'rtl', 'ltr']);
    assert.equal(await directionOf('.reading-pane h1', HEBREW.subject), 'rtl');
    await inbox.page.locator('.reading-pane p[dir=auto]', { hasText: HEBREW.text }).waitFor();
    assert.equal(await directionOf('.reading-pane p[dir=auto]', HEBREW.text), 'rtl');
  });

  it('says that a folder is empty', async () => {
    await inbox.page.getByRole('button', { name: 'Nothing' }).click();

    await inbox.page.getByText('Nothing is empty.').waitFor();
  });

  it('shows rows without text while a list is on its way', async () => {
    sandbox.faults.add({ kind: 'delay', ms: 2_000, at: 'command-received', command: 'FETCH' });
    await inbox.page.getByRole('button', { name: 'Inbox' }).click();

    await inbox.page.locator('.row.skeleton').first().waitFor();
    sandbox.faults.clear();
    await inbox.row(JAPANESE.subject).waitFor();
  });

  it('says that the mail server cannot be reached, and tries again when it is asked', async () => {
    mailPort.switchTo(null);
    await inbox.page.getByRole('button', { name: 'Nothing' }).click();

    await inbox.page.getByText('The list cannot be shown.').waitFor();
    const reason = await inbox.page.getByRole('alert').textContent();
    mailPort.switchTo(sandbox.imapPort);
    await inbox.page.getByRole('button', { name: 'Try again' }).click();
    await inbox.page.getByText('Nothing is empty.').waitFor();
    assert.match(reason ?? '', /mail server/i);
  });

  it('reads a list that failed by itself when the mail server is back, and follows it', async () => {
    mailPort.switchTo(null);
    await inbox.page.getByRole('button', { name: 'Later' }).click();
    await inbox.page.getByText('The list cannot be shown.').waitFor();

    mailPort.switchTo(sandbox.imapPort);
    await inbox.page.getByText('Later is empty.').waitFor();
    sandbox.user(ALICE.name).deliver(letterOf(JAPANESE, 3), { mailbox: 'Later' });

    await inbox.row(JAPANESE.subject).waitFor();
  });

  it('says that there is no connection to the server, and goes on by itself when there is', async () => {
    webPort.switchTo(null);

    await inbox.page.getByText('No connection to the server.').waitFor();
    await inbox.page.getByText('offline', { exact: true }).waitFor();
    webPort.switchTo(posthornPort);
    await inbox.page.getByText('live', { exact: true }).waitFor();
    await inbox.page.getByText('No connection to the server.').waitFor({ state: 'detached' });
  });
});
