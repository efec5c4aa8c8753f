/** `npm run corpus`: a folder of messages with expectations, read through both versions of the API. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { buildMessage } from '../support/message-samples.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const CONTENT = 'a,b\n';
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

const PLAIN = {
  path: 'plain.eml',
  subject: 'Apples',
  from: [{ address: 'ann@example.com', name: 'Ann' }],
  cc: [{ address: 'carl@example.org' }],
  replyTo: ['answers@example.com'],
  messageId: 'apples@example.com',
  hasHtml: false,
  textContains: ['one line'],
  attachments: [],
};
const FILE = { filename: 'dir/numbers.csv', contentType: 'text/csv', size: 4, sha256: SHA256 };
const WITH_FILE = { path: 'file.eml', subject: null, attachments: [FILE] };

describe('npm run corpus', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'corpus-'));
    const plain = buildMessage({
      subject: 'Apples',
      cc: ['carl@example.org'],
      replyTo: ['answers@example.com'],
      messageId: '<apples@example.com>',
      text: 'one line\n',
    });
    const file = { filename: 'numbers.csv', contentType: 'text/csv', content: CONTENT };
    await writeFile(join(folder, 'plain.eml'), plain);
    await writeFile(join(folder, 'file.eml'), buildMessage({ subject: '', attachments: [file] }));
  });
  after(() => rm(folder, { recursive: true }));

  /** Exit code and the lines of the tables that begin with these words. */
  const run = async (rows: readonly object[], fields: readonly string[]) => {
    await writeFile(join(folder, 'expected.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const program = ['--conditions=posthorn-source', '--import', 'tsx', 'scripts/corpus.ts', folder];
    const { status, stdout } = spawnSync(process.execPath, program, { cwd: ROOT, encoding: 'utf8' });
    const lines = stdout.split('\n').filter((line) => fields.some((field) => line.startsWith(`${field} `)));
    return [status, ...lines.map((line) => line.replace(/ +/g, ' '))];
  };

  it('counts what is expected, in both versions', async () => {
    const fields = ['subject', 'cc', 'replyTo', 'messageId', 'hasHtml', 'attachments', 'downloads'];
    const table = [
      ...['subject 1/1 100.0', 'cc 1/1 100.0', 'replyTo 1/1 100.0', 'messageId 1/1 100.0'],
      ...['attachments 1/1 100.0', 'downloads 1/1 100.0'],
    ];

    assert.deepEqual(await run([PLAIN, WITH_FILE], fields), [0, ...table, ...table]);
  });

  it('fails where a version answers something else', async () => {
    const rows = [{ ...PLAIN, messageId: 'pears@example.com' }, WITH_FILE];
    const line = 'messageId 0/1 0.0 below 99.5';

    assert.deepEqual(await run(rows, ['messageId']), [1, line, line]);
  });
});
