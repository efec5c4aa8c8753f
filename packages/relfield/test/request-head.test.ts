/** What negotiation looks at in a Node request. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toRequestHead } from 'relfield';

describe('toRequestHead', () => {
  it('takes target, Accept and Content-Type as they are', () => {
    const headers = { accept: '*/*', 'content-type': 'text/plain' };

    assert.deepEqual(toRequestHead({ url: '/a?b=+', headers }), {
      target: '/a?b=+',
      accept: '*/*',
      contentType: 'text/plain',
      hasBody: false,
    });
  });

  for (const [headers, hasBody] of [
    [{}, false],
    [{ 'content-length': '0' }, false],
    [{ 'content-length': '2' }, true],
    [{ 'transfer-encoding': 'chunked' }, true],
  ] as const) {
    it(`${hasBody ? 'finds' : 'finds no'} body announced by ${JSON.stringify(headers)}`, () => {
      assert.equal(toRequestHead({ headers }).hasBody, hasBody);
    });
  }
});
