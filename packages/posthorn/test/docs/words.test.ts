/** `npm run check` refuses weak words in comments, and exports without a doc comment. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = join(import.meta.dirname, '../../../..');
const CHECKER = join(ROOT, 'scripts/words.mjs');

function check(root: string) {
  const { status, stdout } = spawnSync(process.execPath, [CHECKER, '--root', root], { encoding: 'utf8' });
  return { status, stdout };
}

function checkFile(text: string) {
  const root = mkdtempSync(join(tmpdir(), 'posthorn-words-'));
  try {
    mkdirSync(join(root, 'packages/planted/src'), { recursive: true });
    writeFileSync(join(root, 'packages/planted/src/planted.ts'), text);
    return check(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

const PLANTED = [
  [
    'a free relative',
    '/** What a client sends. */\nexport const SENT = 1;\n',
    /planted\.ts:1: .*begin with a noun/,
  ],
  [
    'a vague verb',
    '// The server tells its capabilities.\nexport const SENT = 1;\n',
    /planted\.ts:1: .*send, report/,
  ],
  [
    'an export without a doc comment',
    'export function send(): void {}\n',
    /planted\.ts:1: an export without a doc comment/,
  ],
] as const;

describe('The check of words', () => {
  it('finds nothing in the sources', () => {
    assert.deepEqual(check(ROOT), { status: 0, stdout: '' });
  });

  for (const [name, text, problem] of PLANTED) {
    it(`refuses ${name}`, () => {
      const { status, stdout } = checkFile(text);

      assert.equal(status, 1);
      assert.match(stdout, problem);
    });
  }
});
