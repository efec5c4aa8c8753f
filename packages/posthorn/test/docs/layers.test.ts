/** `npm run check` refuses imports that the table of layers does not allow, and rooms of a layer that import each other. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { before, describe, it } from 'node:test';

const ROOT = join(import.meta.dirname, '../../../..');
const SERVER = 'packages/posthorn/src';
const CHECKER = join(ROOT, 'scripts/check-layers.mjs');

/** A file that breaks a rule, and what the checker says of it. */
type Planted = readonly [file: string, text: string, problem: RegExp];

/** What the checker says of a tree with these files besides; each problem begins with its file. */
function checkWith(planted: readonly Planted[]) {
  const root = mkdtempSync(join(tmpdir(), 'posthorn-layers-'));
  try {
    for (const source of ['packages/posthorn/src', 'packages/imap/src', 'packages/sandbox/src']) {
      cpSync(join(ROOT, source), join(root, source), { recursive: true });
    }
    for (const [file, text] of planted) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
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

  const planted: readonly Planted[] = [
    [
      `${SERVER}/domain/planted.ts`,
      "import '../http/server/health.ts';",
      /domain must not import \.\.\/http\/server/,
    ],
    [
      `${SERVER}/http/answer/planted.ts`,
      "import '../server/health.ts';",
      /http\/answer must not import \.\.\/server/,
    ],
    [
      `${SERVER}/http/v0/planted.ts`,
      "export * from '../v1/v1.ts';",
      /http\/v0 must not import \.\.\/v1\/v1\.ts/,
    ],
    [
      `${SERVER}/adapters/imap/planted.ts`,
      "import '../smtp/smtp-client.ts';",
      /adapters\/imap must not import/,
    ],
    [`${SERVER}/message/planted.ts`, "import fastify from 'fastify';", /message must not import fastify/],
    [
      `${SERVER}/resources/planted.ts`,
      "import type { FastifyRequest } from 'fastify';",
      /resources must not import fastify/,
    ],
    [
      `${SERVER}/resources/planted-door.ts`,
      "import '../http/v1/v1.ts';",
      /resources must not import \.\.\/http\/v1/,
    ],
    [
      `${SERVER}/adapters/memory/planted-service.ts`,
      "import '../../application/messages/message-items.ts';",
      /adapters\/memory must not import \.\.\/\.\.\/application\/messages/,
    ],
    [`${SERVER}/domain/planted-dynamic.ts`, "await import('pino');", /domain must not import pino/],
    [
      `${SERVER}/adapters/imap/session/planted.ts`,
      "import '../list/list-reader.ts';",
      /session\/planted\.ts: adapters\/imap\/session and adapters\/imap\/list import each other/,
    ],
    [
      `${SERVER}/adapters/imap/session/planted-upwards.ts`,
      "import '../imap-mail-store.ts';",
      /adapters\/imap\/session and adapters\/imap\/imap-mail-store\.ts import each other/,
    ],
    [
      'packages/imap/src/wire/planted.ts',
      "import '../responses/response-reader.ts';",
      /wire\/planted\.ts: wire and responses import each other/,
    ],
    [
      'packages/sandbox/src/imap/session/planted.ts',
      "import '../commands/command.ts';",
      /imap\/session\/planted\.ts: session and commands import each other/,
    ],
    [`${SERVER}/elsewhere/planted.ts`, '', /its folder is missing/],
    [`${SERVER}/http/planted.ts`, '', /its folder is missing/],
  ];
  const circle: readonly Planted[] = [
    ['packages/imap/src/wire/planted-circle-a.ts', "import type { B } from './planted-circle-b.ts';", /./],
    ['packages/imap/src/wire/planted-circle-b.ts', "import type { A } from './planted-circle-a.ts';", /./],
  ];
  let checked: ReturnType<typeof check>;
  before(() => {
    checked = checkWith([...planted, ...circle]);
  });

  it('fails for a tree with problems', () => {
    assert.equal(checked.status, 1);
  });

  for (const [file, text, problem] of planted) {
    it(`refuses ${text || 'a folder without a row'} in ${file}`, () => {
      const said = checked.stdout.split('\n').find((line) => line.startsWith(`${file}: `));

      assert.match(said ?? checked.stdout, problem);
    });
  }

  it('names the files that import each other, and no others', () => {
    const said = checked.stdout.split('\n').find((line) => line.startsWith('packages/imap/src: '));

    assert.equal(
      said,
      'packages/imap/src: these files import each other: wire/planted-circle-a.ts, wire/planted-circle-b.ts.',
    );
  });
});
