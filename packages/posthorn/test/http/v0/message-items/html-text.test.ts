import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { escapeHtml } from '../../../../src/http/v0/message-items/html-text.ts';

describe('escapeHtml', () => {
  it('writes the characters with a meaning in HTML as entities', () => {
    assert.equal(
      escapeHtml(`<a title="x" b='y'> & &amp;`),
      '&lt;a title=&quot;x&quot; b=&#39;y&#39;&gt; &amp; &amp;amp;',
    );
  });

  it('leaves all other characters as they are', () => {
    assert.equal(escapeHtml('Grüße €'), 'Grüße €');
  });
});
