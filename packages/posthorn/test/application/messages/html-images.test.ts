import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mapShownImages, shownContentIds } from '../../../src/application/messages/html-images.ts';
import { loopDelays, MAX_DELAY_MS } from '../../support/loop-delay.ts';

describe('shownContentIds', () => {
  it('finds images whatever way they are written', async () => {
    const html =
      '<img src="cid:a@b"><IMG alt="x > y" SRC=\'CID:c@d\' /><img\nsrc=cid:e@f><img src="cid:g%40h"><img src="cid:i&amp;j">';

    assert.deepEqual([...(await shownContentIds(html))], ['a@b', 'c@d', 'e@f', 'g@h', 'i&j']);
  });

  it('takes nothing else for one', async () => {
    const html =
      '<a href="cid:a@b">cid:c</a><img data-src="cid:d" src="https://e.test/"><imgage src="cid:f"><img alt="src=cid:g">';

    assert.deepEqual([...(await shownContentIds(html))], []);
  });
});

describe('mapShownImages', () => {
  it('replaces, removes and leaves images, and changes no other character', async () => {
    const html = 'a<img src="cid:1" alt="one">b<img src="cid:2">c<img class=x src=cid:3>d';
    const sources = new Map([
      ['1', 'data:,'],
      ['2', null],
    ]);

    assert.equal(
      await mapShownImages(html, (contentId) => sources.get(contentId)),
      'a<img src="data:," alt="one">bc<img class=x src=cid:3>d',
    );
  });

  for (const [title, html] of [
    ['many images', '<img src="cid:a">'.repeat(250_000)],
    ['images that never end', '<img src="cid:a" '.repeat(100_000)],
    ['quotes that never end', '<img src="cid:a> '.repeat(100_000)],
    ['an image of many attributes', `<img ${`a${' '.repeat(50)}`.repeat(80_000)} src="cid:a">`],
    ['a source of white space', `<img src="cid:${' '.repeat(4_000_000)}x">`],
  ] as const) {
    it(`keeps nobody waiting for ${title}`, async () => {
      const delays = await loopDelays(() => mapShownImages(html, () => null));

      assert.ok(Math.min(...delays) < MAX_DELAY_MS, `delays of ${delays.join(', ')} ms`);
    });
  }
});
