/** Which texts a message gets. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toBodyTexts } from '../../../src/adapters/mime/body-texts.ts';

describe('toBodyTexts', () => {
  it('takes both texts as they are', () => {
    assert.deepEqual(toBodyTexts({ textPlain: 'a', textHtml: '<b>b</b>' }, false), {
      plain: 'a',
      html: '<b>b</b>',
    });
  });

  it('makes plain text from HTML', () => {
    const texts = toBodyTexts({ textHtml: '<p>Tom &amp; J&uuml;rgen</p><p>new<br>line</p>' }, false);

    assert.equal(texts.plain, 'Tom & J\u00fcrgen\n\nnew\nline');
  });

  it('takes blank plain text beside HTML for missing', () => {
    assert.deepEqual(toBodyTexts({ textPlain: ' \r\n', textHtml: 'b' }, false), { plain: 'b', html: 'b' });
  });

  it('leaves plain text plain', () => {
    assert.deepEqual(toBodyTexts({ textPlain: 'a', textHtml: '' }, false), { plain: 'a', html: undefined });
  });

  it('makes HTML from plain text where there was HTML', () => {
    const texts = toBodyTexts({ textPlain: '1 < 2 & "x" > y\r\nnext\rlast' }, true);

    assert.equal(texts.html, '1 &lt; 2 &amp; &quot;x&quot; &gt; y<br />\nnext<br />\nlast');
  });

  it('is an empty plain text without any text', () => {
    assert.deepEqual(toBodyTexts({ textPlain: '', textHtml: ' ' }, true), { plain: '', html: undefined });
  });
});
