import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findRemoteContent } from '../../../src/message/html/remote-content.ts';
import { cpuMs } from '../../support/cpu-time.ts';

/** [what refers to another server, the HTML, the addresses besides those of images] */
const OTHERS: readonly (readonly [string, string, readonly string[]])[] = [
  ['a source of a picture', '<picture><source srcset=https://t.test/a></picture>', ['https://t.test/a']],
  ['a list image', '<p style="background:red;list-style-image:url(https://t.test/a)">', ['https://t.test/a']],
  ['an escape in a style', '<p style="background:u\\72l(\\68ttps://t.test/a)">', ['https://t.test/a']],
  ['a comment in a style', '<p style="background:url(/* */https:/**///t.test/a)">', ['https://t.test/a']],
  ['an image set', '<p style="background:image-set(\'//t.test/a\' 1x)">', ['//t.test/a']],
  [
    'an import',
    '<style>@import "https://t.test/a"; @import url(//t.test/b)</style>',
    ['https://t.test/a', '//t.test/b'],
  ],
  ['a font', '<style>@font-face{src:url(https://t.test/a)}', ['https://t.test/a']],
  ['a link element', '<link rel=stylesheet href=https://t.test/a>', ['https://t.test/a']],
  ['a prefetch', '<link rel=dns-prefetch href="//t.test">', ['//t.test']],
  [
    'an image of SVG',
    '<svg><image xlink:href="https://t.test/a" /><use href="//t.test/b" /></svg>',
    ['https://t.test/a', '//t.test/b'],
  ],
  ['a fill of SVG', '<svg><rect fill="url(https://t.test/a)" /></svg>', ['https://t.test/a']],
  [
    'a poster and media',
    '<video poster=//t.test/a src=//t.test/b></video><audio src=//t.test/c>',
    ['//t.test/a', '//t.test/b', '//t.test/c'],
  ],
  [
    'frames and objects',
    '<iframe src=//t.test/a></iframe><object data=//t.test/b></object><embed src=//t.test/c>',
    ['//t.test/a', '//t.test/b', '//t.test/c'],
  ],
  [
    'a form',
    '<form action=https://t.test/a><button formaction=//t.test/b>',
    ['https://t.test/a', '//t.test/b'],
  ],
  ['an image of a form', '<input type=image src=https://t.test/a>', ['https://t.test/a']],
  ['a refresh', '<meta http-equiv=refresh content="0;url=https://t.test/a">', ['https://t.test/a']],
  [
    'a ping',
    '<a href="https://x.test/" ping="https://t.test/a https://t.test/b">',
    ['https://t.test/a', 'https://t.test/b'],
  ],
  ['a base', '<base href="https://t.test/">', ['https://t.test/']],
  ['a script', '<script src=//t.test/a.js></script>', ['//t.test/a.js']],
  ['backslashes', '<body background="\\\\t.test\\a">', ['\\\\t.test\\a']],
];

/** [what refers to an image that can be allowed, the HTML, the addresses] */
const IMAGES: readonly (readonly [string, string, readonly string[]])[] = [
  ['images', '<img src="&#104;tt\nps://t.test/a"><IMG SRC=//t.test/b>', ['https://t.test/a', '//t.test/b']],
  [
    'a set of images',
    '<img srcset="https://t.test/a 1x, //t.test/b 2x">',
    ['https://t.test/a', '//t.test/b'],
  ],
  [
    'a background',
    '<table background="https://t.test/a"><td background=//t.test/b>',
    ['https://t.test/a', '//t.test/b'],
  ],
  ['a background in a style', '<p style="background:url(https://t.test/a)">', ['https://t.test/a']],
  ['a background of a rule', '<style>p{background-image:url("//t.test/a")/**/}</style>', ['//t.test/a']],
];

const NONE: readonly (readonly [string, string])[] = [
  ['links', '<a href="https://x.test/">x</a><area href="//x.test">'],
  ['images of the message and of data', '<img src="cid:a@x"><img src="data:image/png,https://x.test">'],
  ['text', 'https://x.test/ <p title="https://x.test/">//x.test</p>'],
  ['relative addresses', '<img src="a.png"><table background="/a">'],
];

const BOMBS = [
  '<style>/*a',
  '<p style="/*a',
  '<img srcset="//a,',
  '<p style="\\61 \\',
  '<style>https:https:',
];

/** Each takes a tenth of it; in quadratic time it takes minutes. */
const MAX_CPU_MS = 1_500;

describe('findRemoteContent', () => {
  for (const [what, html, urls] of OTHERS) {
    it(`finds ${what}`, () => {
      assert.deepEqual(findRemoteContent(html).others, { count: urls.length, urls });
    });
  }

  for (const [what, html, urls] of IMAGES) {
    it(`finds ${what} among what can be allowed`, () => {
      assert.deepEqual(findRemoteContent(html), {
        images: { count: urls.length, urls },
        others: { count: 0, urls: [] },
      });
    });
  }

  for (const [what, html] of NONE) {
    it(`takes no ${what} for remote content`, () => {
      const { images, others } = findRemoteContent(html);

      assert.deepEqual([images.count, others.count], [0, 0]);
    });
  }

  it('counts all and lists the first hundred, each once', () => {
    const html = Array.from({ length: 300 }, (_, index) => `<img src="https://t.test/${index % 150}">`).join(
      '',
    );
    const { images } = findRemoteContent(html);

    assert.deepEqual([images.count, images.urls.length, images.urls[99]], [300, 100, 'https://t.test/99']);
  });

  it('cuts long addresses in the list', () => {
    const { images } = findRemoteContent(`<img src="https://t.test/${'a'.repeat(10_000)}">`);

    assert.equal(images.urls[0]?.length, 2_048);
  });

  for (const piece of BOMBS) {
    it(`reads a megabyte of ${piece} in linear time`, () => {
      const once = piece.slice(0, piece.indexOf(piece.startsWith('<style>') ? '>' : '"') + 1);
      const html = once + piece.slice(once.length).repeat(1_000_000 / (piece.length - once.length));

      const startedAt = cpuMs();
      findRemoteContent(html);

      assert.ok(cpuMs() - startedAt < MAX_CPU_MS);
    });
  }

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (html) => void findRemoteContent(`<p style="${html}`)),
    );
  });
});
