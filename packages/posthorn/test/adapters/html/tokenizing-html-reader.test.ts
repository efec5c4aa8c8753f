/** HTML as text. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createHtmlReader } from '../../../src/adapters/html/tokenizing-html-reader.ts';

const reader = createHtmlReader();

describe('the HTML reader', () => {
  it('gives the text that is seen', () => {
    assert.equal(reader.toText('<p>a &amp; b</p><script>x</script><p>c<br>d</p>'), 'a & b\n\nc\nd');
  });

  it('ends at a million characters', () => {
    assert.equal(reader.toText('x'.repeat(1_200_000)).length, 1_000_000);
  });
});
