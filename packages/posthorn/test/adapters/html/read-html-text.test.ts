/** HTML as text. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readHtmlText } from '../../../src/adapters/html/read-html-text.ts';

describe('readHtmlText', () => {
  it('gives the text that is seen', () => {
    assert.equal(readHtmlText('<p>a &amp; b</p><script>x</script><p>c<br>d</p>'), 'a & b\n\nc\nd');
  });

  it('ends at a million characters', () => {
    assert.equal(readHtmlText('x'.repeat(1_200_000)).length, 1_000_000);
  });
});
