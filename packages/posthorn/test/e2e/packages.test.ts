/** What is published: these files, and nothing else. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { readMarkdown } from '../docs/markdown-page.ts';
import { run } from './npm.ts';

const REPOSITORY = join(import.meta.dirname, '../../../..');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

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
      ...['article-types', 'express', 'fastify', 'hono', 'node-http'].map((name) => `examples/${name}.ts`),
      ...['articles.controller.ts', 'json-api-error.filter.ts', 'main.ts', 'tsconfig.json'].map(
        (name) => `examples/nest/${name}`,
      ),
    ],
    outputs: ['.d.ts', '.js'],
  },
  { folder: 'imap', others: ['LICENSE', 'README.md', 'package.json'], outputs: ['.d.ts', '.js'] },
  {
    folder: 'inbox',
    others: [
      ...['LICENSE', 'README.md', 'package.json'],
      ...['frame.css', 'frame.html', 'inbox.js', 'index.html', 'licences.txt', 'style.css'].map(
        (name) => `dist/page/${name}`,
      ),
    ],
    // The build puts all modules into one script.
    outputs: [],
  },
  { folder: 'sandbox', others: ['LICENSE', 'README.md', 'package.json'], outputs: ['.d.ts', '.js'] },
  {
    folder: 'posthorn',
    others: [
      ...['.env.example', 'LICENSE', 'README.md', 'bin/posthorn.js', 'bin/require-node.js', 'package.json'],
      ...['bindings', 'cors', 'imapserver', 'oauth'].map((name) => `app/config/${name}.example.js`),
      ...['data/LICENSE', 'data/README.md', 'data/providers.json'],
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

/** The pages for operators and users of the API; the descriptions of the API itself come from a running server. */
async function listDocumentation(): Promise<readonly string[]> {
  const names = await readdir(join(REPOSITORY, 'docs'), { recursive: true });
  const isCarried = (name: string): boolean =>
    /^(?:decisions\/|grafana\/|prometheus\/)?[^/]+\.(?:md|json|yml)$/.test(name);
  return names.filter(isCarried).map((name) => `docs/${name}`);
}

describe('the published package', () => {
  for (const { folder, others, outputs } of PACKAGES) {
    const inPackage = (path: string) => join(REPOSITORY, 'packages', folder, path);

    it(`${folder} has the built code and what belongs to it`, async () => {
      const documentation = folder === 'posthorn' ? await listDocumentation() : [];
      const sources = await readdir(inPackage('src'), { recursive: true });
      const modules = sources.filter((name) => name.endsWith('.ts')).map((name) => name.slice(0, -3));

      const output = await run(REPOSITORY, ['npm', 'pack', '--dry-run', '--json', `./packages/${folder}`]);

      const [{ files }] = JSON.parse(output) as [PackedPackage];
      const expected = [
        ...others,
        ...documentation,
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

  it('posthorn carries documentation whose links lead somewhere', async () => {
    const folder = join(REPOSITORY, 'packages/posthorn/docs');
    const pages = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.md'));

    const dead = await Promise.all(
      pages.map(async (page) => {
        const { links } = readMarkdown(await readFile(join(folder, page), 'utf8'));
        const targets = links.map((link) => link.split('#', 1)[0] ?? '').filter((link) => link !== '');
        return targets.filter(
          (target) => !existsSync(join(folder, dirname(page), decodeURIComponent(target))),
        );
      }),
    );
    assert.ok(pages.includes('settings.md') && pages.length > 15);
    assert.deepEqual(dead.flat(), []);
  });

  it('names the packages of this project in their exact versions', async () => {
    const folders = await readdir(join(REPOSITORY, 'packages'));
    const manifests: readonly Manifest[] = await Promise.all(
      folders.map(async (folder) =>
        JSON.parse(await readFile(join(REPOSITORY, 'packages', folder, 'package.json'), 'utf8')),
      ),
    );
    const versions = new Map(manifests.map(({ name, version }) => [name, version]));

    const wrong = manifests.flatMap(({ name, dependencies = {} }) =>
      Object.entries(dependencies)
        .filter(([other, version]) => versions.has(other) && versions.get(other) !== version)
        .map(([other]) => `${name}: ${other}`),
    );
    assert.deepEqual([wrong, versions.get('create-posthorn')], [[], versions.get('posthorn')]);
  });
});
