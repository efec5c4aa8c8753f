import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writeAbove } from '../../../src/application/replies/own-text.ts';

const QUOTED = { textPlain: 'Ann wrote:\n> Hello', textHtml: '<blockquote>Hello</blockquote>' };

describe("The author's text", () => {
  it('stands above the text of the origin, as plain text and as HTML', () => {
    assert.deepEqual(writeAbove({ textPlain: 'Sure <3' }, QUOTED), {
      textPlain: 'Sure <3\n\nAnn wrote:\n> Hello',
      textHtml: '<p>Sure &lt;3</p>\n<blockquote>Hello</blockquote>',
    });
  });

  it('as HTML alone leaves the plain text to be made from the whole', () => {
    assert.deepEqual(writeAbove({ textHtml: '<p>Sure</p>' }, QUOTED), {
      textHtml: '<p>Sure</p>\n<blockquote>Hello</blockquote>',
    });
    assert.deepEqual(writeAbove({ textHtml: '<p>Sure</p>' }, { textPlain: '> a < b' }), {
      textHtml: '<p>Sure</p>\n<p>&gt; a &lt; b</p>',
    });
  });

  it('as plain text above plain text has no HTML', () => {
    assert.deepEqual(writeAbove({ textPlain: 'Sure' }, { textPlain: '> Hello' }), {
      textPlain: 'Sure\n\n> Hello',
    });
  });

  it('that is a whole document takes the origin into its body', () => {
    const own = { textPlain: 'Sure', textHtml: '<html><body><p>Sure</p></body></html>' };

    assert.equal(
      writeAbove(own, QUOTED).textHtml,
      '<html><body><p>Sure</p><blockquote>Hello</blockquote></body></html>',
    );
  });

  it('stands alone where the origin has none, and an empty one takes no room', () => {
    assert.deepEqual(writeAbove({ textPlain: 'Sure' }, {}), { textPlain: 'Sure' });
    assert.deepEqual(writeAbove({}, QUOTED), QUOTED);
    assert.deepEqual(writeAbove({ textPlain: '' }, QUOTED), QUOTED);
  });
});
