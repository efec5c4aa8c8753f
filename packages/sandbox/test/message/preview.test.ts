/** Previews. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MessageContent } from '../../src/message/message-content.ts';
import { previewText } from '../../src/message/preview.ts';

function preview(type: string, body: string): string {
  return previewText(new MessageContent(Buffer.from(`Content-Type: ${type}\r\n\r\n${body}`)).root);
}

describe('previewText', () => {
  it('collapses white space', () => {
    assert.equal(preview('text/plain', ' Hello,\r\n\r\n\tyou  there \r\n'), 'Hello, you there');
  });

  it('is 200 characters at most, and never half of one', () => {
    assert.equal(preview('text/plain; charset=utf-8', '😀'.repeat(300)), '😀'.repeat(200));
  });

  it('is the first text part of a multipart', () => {
    const parts = '--b\r\nContent-Type: image/png\r\n\r\nAAAA\r\n--b\r\n\r\nthe text\r\n--b--';
    assert.equal(preview('multipart/mixed; boundary=b', parts), 'the text');
  });

  it('is empty when there is no text', () => {
    assert.equal(preview('image/png', 'AAAA'), '');
  });

  it('decodes the charset', () => {
    const raw = Buffer.from('Content-Type: text/plain; charset=windows-1252\r\n\r\n\x80 5', 'latin1');
    assert.equal(previewText(new MessageContent(raw).root), '€ 5');
  });

  it('has no markup, styles or comments of HTML', () => {
    const html =
      '<html><head><title>t</title><style>p{}</style></head><!-- <p>no -->' +
      '<header>A&amp;B</header><p title="x">one<br>two&#33;&#x1F600;&nope;</p><script>x()</script>';
    assert.equal(preview('text/html', html), 'A&B one two!😀&nope;');
  });

  const hostile: readonly (readonly [what: string, html: string])[] = [
    ['unclosed tags', '<'.repeat(1_000_000)],
    ['unclosed styles', '<style'.repeat(200_000)],
    ['unclosed comments', '<!--'.repeat(200_000)],
    ['entities', '&lt;'.repeat(500_000)],
  ];
  for (const [what, html] of hostile) {
    it(`reads HTML of ${what} quickly`, () => {
      const start = performance.now();
      preview('text/html', html);
      assert.ok(performance.now() - start < 500);
    });
  }
});
