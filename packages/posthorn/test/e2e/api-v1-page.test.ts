/** The examples of docs/api-v1.md against the demo: a shell runs them all, in their order. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type PosthornProcess, startPosthornProcess } from './posthorn-process.ts';

const PAGE = readFileSync(new URL('../../../../docs/api-v1.md', import.meta.url), 'utf8');
const DOCUMENTED_ADDRESS = 'http://127.0.0.1:8025';
const BLOCKS = [...PAGE.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, lines = '']) => lines);
/** Each answer is followed by its status and the address that was asked. */
const PREAMBLE = `shopt -s expand_aliases
curl() { command curl -w '\\n@@ %{http_code} %{method} %{url}\\n' "$@"; }
`;
const STATUS = /^@@ (\d+) (.+)$/gm;

describe('docs/api-v1.md', () => {
  let demo: PosthornProcess;
  let folder: string;
  let output = '';

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'posthorn-page-'));
    demo = await startPosthornProcess(['demo', '--port', '0']);
    const script = (PREAMBLE + BLOCKS.join('\n')).replaceAll(DOCUMENTED_ADDRESS, demo.address);
    const { stdout } = spawnSync('bash', [], {
      cwd: folder,
      input: script,
      encoding: 'utf8',
      timeout: 60_000,
    });
    output = stdout;
  });
  after(async () => {
    await demo?.stop();
    rmSync(folder, { recursive: true });
  });

  it('shows requests that all succeed', () => {
    const answers = [...output.matchAll(STATUS)].map(([, status = '', request = '']) => ({
      status,
      request,
    }));

    assert.deepEqual(
      answers.filter(({ status }) => !status.startsWith('2')),
      [],
    );
    assert.equal(answers.length, BLOCKS.join('').match(/^(?:curl|api) /gm)?.length, output);
  });

  it('shows a message as it is stored, and one that comes from elsewhere', () => {
    const saved = readFileSync(join(folder, 'message.eml'), 'latin1');

    assert.match(saved, /^Subject: .+\r\n/m);
    assert.match(output, /"subject":"An old one"/);
  });
});
