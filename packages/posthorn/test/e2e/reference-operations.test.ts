import assert from 'node:assert/strict';
import { it } from 'node:test';
import { browserIsMissing } from './browser.ts';
import { startPosthornProcess } from './posthorn-process.ts';
import { compareWithPage, openGroups, openReferencePage } from './reference-page.ts';

it('the reference page lists every operation of the latest version', {
  skip: browserIsMissing,
}, async (t) => {
  const demo = await startPosthornProcess(['demo', '--port', '0']);
  t.after(() => demo.stop());
  const { page, complaints, close } = await openReferencePage(demo.address);
  t.after(close);

  await openGroups(page);

  const { groups, missing } = await compareWithPage(demo.address, 'v1', page);
  assert.deepEqual([groups.length >= 8, missing, complaints], [true, [], []]);
});
