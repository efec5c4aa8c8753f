/** What a tag releases, and what keeps it from doing so. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';

const ROOT = join(import.meta.dirname, '../../../..');
const FOLDERS = readdirSync(join(ROOT, 'packages'));
const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/posthorn/package.json'), 'utf8'));

describe('scripts/release-notes.mjs', () => {
  let clone: string;
  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'posthorn-release-'));
    cpSync(join(ROOT, 'scripts'), join(clone, 'scripts'), { recursive: true });
    for (const folder of FOLDERS) {
      cpSync(join(ROOT, 'packages', folder, 'package.json'), join(clone, 'packages', folder, 'package.json'));
    }
    writeFileSync(
      join(clone, 'CHANGELOG.md'),
      `# Changelog\n\n## ${version} - 2027-01-31\n\n- New.\n\n## 0.0.1 - 2020-01-01\n\n- Old.\n`,
    );
  });
  afterEach(() => rmSync(clone, { recursive: true }));

  const notesOf = (tag: string) =>
    spawnSync(process.execPath, [join(clone, 'scripts/release-notes.mjs'), tag], { encoding: 'utf8' });

  it('prints what the changelog says of the version', () => {
    const { status, stdout } = notesOf(`v${version}`);

    assert.deepEqual([status, stdout], [0, '- New.\n']);
  });

  it('fails for a tag that is not the version of every package', () => {
    const { status, stderr } = notesOf('v0.0.1');

    assert.equal(status, 1);
    assert.equal(stderr.match(/has the version/g)?.length, FOLDERS.length);
  });

  it('fails as long as the version has no date', () => {
    writeFileSync(join(clone, 'CHANGELOG.md'), `## ${version} - not released yet\n\n- New.\n`);

    const { status, stderr } = notesOf(`v${version}`);

    assert.deepEqual(
      [status, stderr],
      [1, `CHANGELOG.md says "not released yet" of ${version}, and no date.\n`],
    );
  });
});

describe('CHANGELOG.md', () => {
  it('has a section for the version of the packages, the newest first', () => {
    const headings = [...readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').matchAll(/^## (\S+) - .+$/gm)];

    assert.equal(headings[0]?.[1], version);
  });
});

describe('the workflows', () => {
  const workflows = readdirSync(join(ROOT, '.github/workflows')).map((name) =>
    readFileSync(join(ROOT, '.github/workflows', name), 'utf8'),
  );

  it('call only scripts that are there', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const text = workflows.join('\n');
    const called = [...text.matchAll(/npm run ([a-z:]+)/g)].map(([, name = '']) => name);
    const files = [...text.matchAll(/node (scripts\/\S+)/g)].map(([, name = '']) => name);

    assert.ok(called.length > 2 && files.length > 1);
    assert.deepEqual(
      [called.filter((name) => !(name in scripts)), files.filter((name) => !existsSync(join(ROOT, name)))],
      [[], []],
    );
  });

  it('give each job no more rights than it names, and releases a proof of where they come from', () => {
    const release = workflows.find((text) => text.startsWith('# A tag')) ?? '';

    assert.deepEqual(
      workflows.map((text) => /^permissions:\n {2}contents: read$/m.test(text)),
      workflows.map(() => true),
    );
    for (const wanted of ['id-token: write', 'provenance: mode=max', 'sbom: true', 'npm sbom']) {
      assert.ok(release.includes(wanted), wanted);
    }
    assert.match(readFileSync(join(ROOT, 'scripts/publish.mjs'), 'utf8'), /'--provenance'/);
  });
});
