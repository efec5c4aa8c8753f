/** `npm run check` refuses imports that the table of layers does not allow, and rooms of a layer that import each other. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = join(import.meta.dirname, '../../../..');
const CHECKER = join(ROOT, 'scripts/check-layers.mjs');

/** What the checker says of a tree with one more file. */
function checkWith(file: string, text: string) {
  const root = mkdtempSync(join(tmpdir(), 'posthorn-layers-'));
  try {
    const source = join(root, 'packages/posthorn/src');
    cpSync(join(ROOT, 'packages/posthorn/src'), source, { recursive: true });
    mkdirSync(dirname(join(source, file)), { recursive: true });
    writeFileSync(join(source, file), text);
    return check(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

function check(root: string) {
  const { status, stdout } = spawnSync(process.execPath, [CHECKER, '--root', root], { encoding: 'utf8' });
  return { status, stdout };
}

describe('The check of layers', () => {
  it('finds nothing in the sources', () => {
    assert.deepEqual(check(ROOT), { status: 0, stdout: '' });
  });

  const planted: readonly (readonly [file: string, text: string, problem: RegExp])[] = [
    ['domain/planted.ts', "import '../http/server/health.ts';", /domain must not import \.\.\/http\/server/],
    ['http/answer/planted.ts', "import '../server/health.ts';", /http\/answer must not import \.\.\/server/],
    ['http/v0/planted.ts', "export * from '../v1/v1.ts';", /http\/v0 must not import \.\.\/v1\/v1\.ts/],
    ['adapters/imap/planted.ts', "import '../smtp/smtp-client.ts';", /adapters\/imap must not import/],
    ['message/planted.ts', "import fastify from 'fastify';", /message must not import fastify/],
    ['domain/planted.ts', "await import('pino');", /domain must not import pino/],
    [
      'adapters/imap/session/planted.ts',
      "import '../list/list-reader.ts';",
      /session\/planted\.ts: adapters\/imap\/session and adapters\/imap\/list import each other/,
    ],
    ['elsewhere/planted.ts', '', /its folder is missing/],
    ['http/planted.ts', '', /its folder is missing/],
  ];
  for (const [file, text, problem] of planted) {
    it(`refuses ${text || 'a folder without a row'} in ${file}`, () => {
      const { status, stdout } = checkWith(file, text);

      assert.equal(status, 1);
      assert.match(stdout, problem);
    });
  }
});
