/** The documentation refers to what exists. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, it } from 'node:test';
import { type MarkdownPage, readMarkdown } from './markdown-page.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const PAGES: readonly string[] = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const SOURCES: readonly string[] = ['packages', 'scripts']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'));
/** Files that people read in an installation, beside which there is no clone. */
const INSTALLED = [
  ...['packages/posthorn/.env.example', 'packages/create-posthorn/templates/README.md'],
  'packages/create-posthorn/templates/posthorn.service',
  ...['bindings', 'cors', 'imapserver'].map((name) => `packages/posthorn/app/config/${name}.example.js`),
];
const INSTALLED_PAGE = /(\S*)docs\/([a-z0-9-]+\.md)/g;
/** Decisions are named by their numbers. */
const DECISION = /^docs\/decisions\/(\d{4})$/;

function readPage(page: string): MarkdownPage {
  return readMarkdown(readFileSync(join(ROOT, page), 'utf8'));
}

/** Whether the link of that page leads to a file or a folder and, where it has an anchor, to a heading. */
function isAlive(page: string, link: string): boolean {
  const [target = '', anchor] = decodeURIComponent(link).split('#', 2);
  const path = target === '' ? page : normalize(join(dirname(page), target));
  if (!existsSync(join(ROOT, path))) return false;
  return anchor === undefined || readPage(path).anchors.has(anchor);
}

/** Whether there is such a path; one with a `*` or `<name>` in it stands for several. */
function isThere(path: string): boolean {
  const number = DECISION.exec(path)?.[1];
  if (number !== undefined) {
    return readdirSync(join(ROOT, 'docs/decisions')).some((name) => name.startsWith(`${number}-`));
  }
  const [fixed = '', ...others] = path.split(/[*<{]/);
  return existsSync(join(ROOT, others.length === 0 ? path : dirname(`${fixed}x`)));
}

describe('The documentation', () => {
  for (const file of INSTALLED) {
    it(`is named in ${file} by where an installation has it`, () => {
      const named = [...readFileSync(join(ROOT, file), 'utf8').matchAll(INSTALLED_PAGE)];

      const wrong = named.filter(
        ([, folder = '', page = '']) =>
          !folder.endsWith('node_modules/posthorn/') || !PAGES.includes(`docs/${page}`),
      );
      assert.deepEqual(
        wrong.map(([text]) => text),
        [],
      );
    });
  }

  for (const page of PAGES) {
    it(`has no dead link in ${page}`, () => {
      assert.deepEqual(
        readPage(page).links.filter((link) => !isAlive(page, link)),
        [],
      );
    });

    it(`names only paths that exist in ${page}`, () => {
      assert.deepEqual(
        readPage(page).paths.filter((path) => !isThere(path)),
        [],
      );
    });
  }

  for (const page of ['ARCHITECTURE.md', 'docs/adding.md', 'docs/glossary.md']) {
    it(`names only source files that exist in ${page}`, () => {
      assert.deepEqual(
        readPage(page).sources.filter((source) => !SOURCES.some((file) => `/${file}`.endsWith(`/${source}`))),
        [],
      );
    });
  }

  it('has a map that names each of its pages', () => {
    const named = new Set(readPage('docs/README.md').links.map((link) => normalize(join('docs', link))));

    const pages = PAGES.filter((page) => dirname(page) === 'docs' && page !== 'docs/README.md');
    assert.deepEqual(
      pages.filter((page) => !named.has(page)),
      [],
    );
  });
});
