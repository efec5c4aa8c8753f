/** What is published: these files, and nothing else. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { run } from './npm.ts';

const REPOSITORY = join(import.meta.dirname, '../../../..');

interface PackedPackage {
  readonly files: readonly { readonly path: string }[];
}

/** The files beside `dist`, and what the build makes of each source file. */
const PACKAGES = [
  {
    folder: 'relfield',
    others: [
      ...['LICENSE', 'README.md', 'package.json'],
      ...[
        'fields',
        'methods',
        'negotiation',
        'query-strings',
        'readability',
        'relfield-fields',
        'wire-forms',
      ].map((name) => `conformance/${name}.json`),
    ],
    outputs: ['.d.ts', '.js'],
  },
  { folder: 'sandbox', others: ['LICENSE', 'README.md', 'package.json'], outputs: ['.d.ts', '.js'] },
  {
    folder: 'posthorn',
    others: [
      ...['.env.example', 'LICENSE', 'README.md', 'bin/posthorn.js', 'bin/require-node.js', 'package.json'],
      ...['bindings', 'cors', 'imapserver'].map((name) => `app/config/${name}.example.js`),
    ],
    outputs: ['.d.ts', '.js'],
  },
  {
    folder: 'create-posthorn',
    others: [
      ...['LICENSE', 'README.md', 'bin/create-posthorn.js', 'bin/require-node.js', 'package.json'],
      ...['README.md', 'gitignore', 'posthorn.service'].map((name) => `templates/${name}`),
    ],
    outputs: ['.js'],
  },
];

describe('the published package', () => {
  for (const { folder, others, outputs } of PACKAGES) {
    const inPackage = (path: string) => join(REPOSITORY, 'packages', folder, path);

    it(`${folder} has the built code and what belongs to it`, async () => {
      const sources = await readdir(inPackage('src'), { recursive: true });
      const modules = sources.filter((name) => name.endsWith('.ts')).map((name) => name.slice(0, -3));

      const output = await run(REPOSITORY, ['npm', 'pack', '--dry-run', '--json', `./packages/${folder}`]);

      const [{ files }] = JSON.parse(output) as [PackedPackage];
      const expected = [
        ...others,
        ...modules.flatMap((name) => outputs.map((ending) => `dist/${name}${ending}`)),
      ];
      assert.deepEqual(files.map(({ path }) => path).toSorted(), expected.toSorted());
    });

    it(`${folder} has the licence of the project`, async () => {
      const [own, common] = await Promise.all([
        readFile(inPackage('LICENSE'), 'utf8'),
        readFile(join(REPOSITORY, 'LICENSE'), 'utf8'),
      ]);

      assert.equal(own, common);
    });
  }

  it('posthorn names the packages of this project in their exact versions', async () => {
    const read = async (folder: string) =>
      JSON.parse(await readFile(join(REPOSITORY, 'packages', folder, 'package.json'), 'utf8'));
    const [posthorn, create, sandbox, relfield] = await Promise.all(
      ['posthorn', 'create-posthorn', 'sandbox', 'relfield'].map(read),
    );

    assert.deepEqual(
      [posthorn.dependencies['posthorn-sandbox'], posthorn.dependencies.relfield, create.version],
      [sandbox.version, relfield.version, posthorn.version],
    );
  });
});
