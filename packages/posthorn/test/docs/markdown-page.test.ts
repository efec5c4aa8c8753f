import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMarkdown } from './markdown-page.ts';

describe('readMarkdown', () => {
  it('gives the targets of links and images, but for those with a scheme', () => {
    const { links } = readMarkdown(
      '[CORS](cors.md#options) ![](images/a.png) [out](https://example.org/x.md)',
    );

    assert.deepEqual(links, ['cors.md#options', 'images/a.png']);
  });

  it('takes code in the text of a link, and no link in code', () => {
    assert.deepEqual(readMarkdown('[`serve`](cli.md) `[not](a-link.md)`').links, ['cli.md']);
  });

  it('gives the paths in code spans, also those of commands', () => {
    const { paths } = readMarkdown(
      '`docs/cli.md#list`, `node scripts/test.mjs` and `domain/uid.ts`, docs/none.md',
    );

    assert.deepEqual(paths, ['docs/cli.md', 'scripts/test.mjs']);
  });

  it('gives the source files in code spans by any part of their paths', () => {
    const { sources } = readMarkdown('`uid.ts`, `domain/uid.ts` and `<name>.ts`, other.ts');

    assert.deepEqual(sources, ['uid.ts', 'domain/uid.ts']);
  });

  it('leaves out fenced blocks', () => {
    const page = readMarkdown('```sh\n# not a heading\n[x](y.md) `docs/x.md` `x.ts`\n```\n# Heading');

    assert.deepEqual(page, { links: [], paths: [], sources: [], anchors: new Set(['heading']) });
  });

  it('makes anchors of headings as GitHub does', () => {
    const { anchors } = readMarkdown(
      '# What is [known](x.md)?\n## `.env`: an example\n## `.env`, an example',
    );

    assert.deepEqual([...anchors], ['what-is-known', 'env-an-example', 'env-an-example-1']);
  });
});
