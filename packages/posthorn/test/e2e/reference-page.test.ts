import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { findFreePort } from '../support/free-port.ts';
import { browserIsMissing } from './browser.ts';
import { serveInstallation } from './installation.ts';
import { type PosthornProcess, startPosthornProcess } from './posthorn-process.ts';
import {
  chooseVersion,
  compareWithPage,
  openGroups,
  openReferencePage,
  type ReferencePage,
  tryMailAccounts,
} from './reference-page.ts';

describe('the reference page in a browser', { skip: browserIsMissing }, () => {
  let demo: PosthornProcess;
  let reference: ReferencePage;

  before(async () => {
    demo = await startPosthornProcess(['demo', '--port', '0']);
    reference = await openReferencePage(demo.address);
  });
  after(async () => {
    await reference?.close();
    await demo?.stop();
  });

  it('has every group of operations of the latest version, and the first is open', async () => {
    const { groups, missing } = await compareWithPage(demo.address, 'v1', reference.page, 1);

    assert.deepEqual([groups.length >= 4, missing], [true, []]);
  });

  it('sends a request with the login that is typed, and shows the answer', async () => {
    const status = await tryMailAccounts(reference.page, {
      user: 'jane@posthorn.test',
      password: 'demo',
    });

    const answer = reference.page.getByRole('dialog').getByText('"inbox_address": "127.0.0.1"');
    assert.deepEqual([status, await answer.count()], ['200 OK', 1]);
  });

  it('lists every operation of version 0 when that is chosen', async () => {
    await chooseVersion(reference.page, 'Posthorn email API, version 0');
    await openGroups(reference.page);

    const { groups, missing } = await compareWithPage(demo.address, 'v0', reference.page);

    assert.deepEqual([groups.length >= 4, missing], [true, []]);
  });

  it('is the same below the path of an installation', async () => {
    const port = await findFreePort();
    const base = `http://127.0.0.1:${port}/services/mail`;
    const server = await serveInstallation({ imapPort: 9, settings: { APP_URL: base, PORT: String(port) } });
    const page = await openReferencePage(base);
    const { missing } = await compareWithPage(base, 'v1', page.page, 1);
    await page.close();
    await server.stop();

    assert.deepEqual([missing, page.complaints], [[], []]);
  });

  it('has asked its own server only, and has complained of nothing', () => {
    const others = reference.requestedUrls.filter((url) => new URL(url).origin !== demo.address);

    assert.deepEqual([others, reference.complaints], [[], []]);
    assert.ok(reference.requestedUrls.includes(`${demo.address}/rest-api-email/v1/MailAccounts`));
  });
});
