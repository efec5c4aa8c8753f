import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { findFreePort } from '../support/free-port.ts';
import { browserIsMissing } from './browser.ts';
import { serveInstallation } from './installation.ts';
import { type PosthornProcess, startPosthornProcess } from './posthorn-process.ts';
import {
  chooseVersion,
  listHeadings,
  openGroups,
  openReferencePage,
  type ReferencePage,
  tryMailAccounts,
} from './reference-page.ts';

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly summary: string;
  readonly tags: readonly [string];
}

/** The groups of a version, and those of its groups and operations that the page does not have; of `opened` groups, or of all. */
async function compareWithPage(
  address: string,
  version: string,
  page: Page,
  opened = Number.POSITIVE_INFINITY,
) {
  const response = await fetch(`${address}/openapi/${version}.json`);
  const { paths } = (await response.json()) as Description;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const groups = [...new Set(operations.map(({ tags: [group] }) => group))];
  const shown = groups.slice(0, opened);
  const summaries = operations.flatMap(({ tags: [group], summary }) =>
    shown.includes(group) ? summary : [],
  );
  const headings = await listHeadings(page);
  const missing = [...groups, ...summaries].filter(
    (text) => !headings.some((heading) => heading.includes(text)),
  );
  return { groups, missing };
}

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

  it('lists every operation of the latest version, also below the path of an installation', async () => {
    const port = await findFreePort();
    const base = `http://127.0.0.1:${port}/services/mail`;
    const server = await serveInstallation({ imapPort: 9, settings: { APP_URL: base, PORT: String(port) } });
    const page = await openReferencePage(base);
    await openGroups(page.page);
    const { missing } = await compareWithPage(base, 'v1', page.page);
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
