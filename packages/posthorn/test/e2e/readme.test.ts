/** All lines of the README that need no network: those for the demo, and that for a mailbox at Gmail, with a stand-in for Gmail. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startSandbox } from 'posthorn-sandbox';
import { runShell, type ShellAnswer, shellBlocks, shownBlocks } from './documented-shell.ts';
import { serveInstallation } from './installation.ts';
import { type PosthornProcess, startPosthornProcess } from './posthorn-process.ts';

const README = await readFile(new URL('../../../../README.md', import.meta.url), 'utf8');
const BLOCKS = shellBlocks(README);
const isForDemo = (block: string) => block.includes('jane@posthorn.test:demo');
const isForGmail = (block: string) => block.includes('your app password');
const isRunElsewhere = (block: string) => /^npm ci|^npx posthorn secrets:create/.test(block);

describe('the README', () => {
  let demo: PosthornProcess;
  let cwd: string;
  let answers: readonly ShellAnswer[];
  before(async () => {
    demo = await startPosthornProcess(['demo', '--port', '0']);
    cwd = await mkdtemp(join(tmpdir(), 'posthorn-readme-'));
    answers = await runShell(BLOCKS.filter(isForDemo).join('\n'), { address: demo.address, cwd });
  });
  after(async () => {
    await demo?.stop();
    await rm(cwd, { recursive: true });
  });

  it('has no block that no test runs', () => {
    const known = [isForDemo, isForGmail, isRunElsewhere];

    assert.deepEqual(
      BLOCKS.filter((block) => !known.some((isKnown) => isKnown(block))),
      [],
    );
    // `npm ci && npm run demo` and `npm test` are how these tests began; the block for a mailbox is run by create-from-clone.test.ts,
    // and that for the store by contracts/connected/account-commands.test.ts.
    assert.equal(BLOCKS.filter(isRunElsewhere).length, 3);
  });

  it('has lines for the demo that all work', () => {
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 201],
    );
  });

  it('shows of the answer to the first what is in it', () => {
    const [first] = answers;
    const got = JSON.parse(first?.text ?? '');
    const shown = JSON.parse(shownBlocks(README)[0] ?? '');

    const [message] = shown.data;
    const [row] = got.data;
    const { previewText, ...attributes } = row.attributes;
    const { previewText: beginning, ...shownAttributes } = message.attributes;
    assert.deepEqual([message.type, message.id, shownAttributes], [row.type, row.id, attributes]);
    assert.ok(previewText.startsWith(beginning.replace(/ \.\.\.$/, '')), previewText);
  });

  it('has a line for a mailbox at Gmail that works with such a server', async (t) => {
    const [line = ''] = BLOCKS.filter(isForGmail);
    const [, name = '', password = ''] = /-u '([^:]+):([^']+)'/.exec(line) ?? [];
    const sandbox = await startSandbox({ profile: 'gmail', users: [{ name, password }] });
    t.after(() => sandbox.close());
    const server = await serveInstallation({
      imapPort: sandbox.imapPort,
      id: 'gmail',
      match: '/@gmail\\.com$/',
    });
    t.after(() => server.stop());

    const [answer] = await runShell(line, { address: server.address, cwd });

    const { data } = JSON.parse(answer?.text ?? '');
    const typeOf = (folder: string) =>
      data.find(({ id }: { id: string }) => id === folder)?.folderType ??
      data
        .flatMap(({ data: within }: { data: readonly unknown[] }) => within)
        .find((each: { id?: string }) => each.id === folder)?.folderType;
    assert.deepEqual([answer?.status, typeOf('INBOX'), typeOf('[Gmail]/Drafts')], [200, 'INBOX', 'DRAFT']);
  });
});
