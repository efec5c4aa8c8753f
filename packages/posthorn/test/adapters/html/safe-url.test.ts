import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toSafeUrl } from '../../../src/adapters/html/safe-url.ts';

const LINKS = ['https://x.test/a?b=1&c=%3E#d', 'HTTP://x.test', 'mailto:a@x.test?subject=Hi', 'tel:+49123'];
const IMAGES = ['https://x.test/a.png', 'cid:part1@x.test'];
const REFUSED = [
  '',
  '#top',
  'a.html',
  '/a',
  'data:image/svg+xml;base64,AAAA',
  'data:image/png,AAAA',
  `data:image/png;base64,${'A'.repeat(500_000)}`,
  '///x.test/a',
  'https:///x.test',
  'https:\\\\x.test',
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'ftp://x.test/',
  'https://x.test/a b',
  'https://x.test/\u202ea',
  'https://x.test/<a>',
  `https://x.test/${'a'.repeat(8192)}`,
];

describe('toSafeUrl', () => {
  for (const url of LINKS) {
    it(`lets a link lead to ${url}`, () => {
      assert.equal(toSafeUrl('href', url), url);
    });
  }

  for (const url of IMAGES) {
    it(`lets an image come from ${url}`, () => {
      assert.equal(toSafeUrl('src', url), url);
    });
  }

  for (const url of REFUSED) {
    it(`refuses ${JSON.stringify(url.slice(0, 40))}`, () => {
      assert.equal(toSafeUrl('href', url), undefined);
      assert.equal(toSafeUrl('src', url), undefined);
    });
  }

  it('gives https to an address without a scheme', () => {
    assert.equal(toSafeUrl('src', '//x.test/a.png'), 'https://x.test/a.png');
    assert.equal(toSafeUrl('href', '//x.test/a'), 'https://x.test/a');
  });

  it('lets an image be in the HTML, and a link not lead to it', () => {
    const image = 'data:image/png;base64,iVBORw0KGgo=';

    assert.equal(toSafeUrl('src', image), image);
    assert.equal(toSafeUrl('href', image), undefined);
  });

  it('refuses links to parts and images of addresses', () => {
    assert.equal(toSafeUrl('href', 'cid:a@x.test'), undefined);
    assert.equal(toSafeUrl('src', 'mailto:a@x.test'), undefined);
  });

  it('removes white space around the URL', () => {
    assert.equal(toSafeUrl('href', '\n https://x.test/ '), 'https://x.test/');
  });
});
