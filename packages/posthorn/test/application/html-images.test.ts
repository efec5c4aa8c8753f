import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mapShownImages, shownContentIds } from '../../src/application/html-images.ts';

describe('shownContentIds', () => {
  it('finds images whatever way they are written', () => {
    const html =
      '<img src="cid:a@b"><IMG alt="x > y" SRC=\'CID:c@d\' /><img\nsrc=cid:e@f><img src="cid:g%40h"><img src="cid:i&amp;j">';

    assert.deepEqual([...shownContentIds(html)], ['a@b', 'c@d', 'e@f', 'g@h', 'i&j']);
  });

  it('takes nothing else for one', () => {
    const html =
      '<a href="cid:a@b">cid:c</a><img data-src="cid:d" src="https://e.test/"><imgage src="cid:f"><img alt="src=cid:g">';

    assert.deepEqual([...shownContentIds(html)], []);
  });
});

describe('mapShownImages', () => {
  it('replaces, removes and leaves images, and changes no other character', () => {
    const html = 'a<img src="cid:1" alt="one">b<img src="cid:2">c<img class=x src=cid:3>d';
    const sources = new Map([
      ['1', 'data:,'],
      ['2', null],
    ]);

    assert.equal(
      mapShownImages(html, (contentId) => sources.get(contentId)),
      'a<img src="data:," alt="one">bc<img class=x src=cid:3>d',
    );
  });

  for (const [title, html] of [
    ['images that never end', '<img src="cid:a" '.repeat(100_000)],
    ['quotes that never end', '<img src="cid:a> '.repeat(100_000)],
    ['names and white space', `<img ${`a${' '.repeat(50)}`.repeat(30_000)}>`],
    ['a source of white space', `<img src="cid:${' '.repeat(1_000_000)}x">`],
  ] as const) {
    it(`takes linear time for ${title}`, () => {
      const start = performance.now();

      mapShownImages(html, () => null);

      assert.ok(performance.now() - start < 500, `${performance.now() - start} ms`);
    });
  }
});
