/** All lines of docs/api-v1.md against a fresh demo, in their order, in a shell. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runShell, type ShellAnswer, shellBlocks, shownBlocks } from './documented-shell.ts';
import { type PosthornProcess, startPosthornProcess } from './posthorn-process.ts';

const PAGE = await readFile(new URL('../../../../docs/api-v1.md', import.meta.url), 'utf8');
const LINES = shellBlocks(PAGE).join('\n');
/** Every command that asks the server. */
const REQUESTS = LINES.match(/^(?:api|curl) /gm)?.length ?? 0;
const DOCUMENTED_ADDRESS = 'http://127.0.0.1:8025';

describe('docs/api-v1.md', () => {
  let demo: PosthornProcess;
  let cwd: string;
  let answers: readonly ShellAnswer[];
  before(async () => {
    demo = await startPosthornProcess(['demo', '--port', '0']);
    cwd = await mkdtemp(join(tmpdir(), 'posthorn-api-v1-'));
    answers = await runShell(LINES, { address: demo.address, cwd });
  });
  after(async () => {
    await demo?.stop();
    await rm(cwd, { recursive: true });
  });

  it('has lines that all work, one after the other', () => {
    const failed = answers.filter(({ status }) => status < 200 || status > 299);

    assert.deepEqual(failed, []);
    assert.ok(REQUESTS >= 20, `${REQUESTS} requests`);
    assert.equal(answers.length, REQUESTS);
  });

  it('shows a message as it is stored, and one that comes from elsewhere', async () => {
    const saved = await readFile(join(cwd, 'message.eml'), 'latin1');

    assert.match(saved, /^Subject: .+\r\n/m);
    assert.ok(
      answers.some(({ text }) => text.includes('"subject":"An old one"')),
      'the message from elsewhere is not there',
    );
  });

  it('shows the answers that come', () => {
    const all = answers.map(({ text }) => text.replaceAll(demo.address, DOCUMENTED_ADDRESS)).join('\n');
    const squeezed = all.replaceAll(/\s+/g, '');
    const shown = shownBlocks(PAGE).flatMap((block) => block.split('\n'));
    // Tags have digests of what differs from run to run. Documents are shown without their head, and cut where they go on.
    const told = shown
      .filter((line) => line !== '' && !line.startsWith('etag:'))
      .map((line) => line.replace(/^\{|,? \.\.\.$/g, '').replaceAll(/\s+/g, ''));

    assert.ok(told.length >= 10, `${told.length} lines`);
    assert.deepEqual(
      told.filter((line) => !squeezed.includes(line)),
      [],
    );
  });

  it('shows a message that is sent with its file in one request', () => {
    const sent = '"attributes":{"subject":"The plan","hasAttachments":true}';

    assert.ok(
      answers.some(({ text }) => text.includes(sent)),
      'the message with its file is not there',
    );
  });
});
