/** What negotiation looks at in a request of Node or of the Fetch API. */

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

  it('takes the same from a Request of the Fetch API', () => {
    const headers = { accept: '*/*', 'content-type': 'text/plain' };
    const url = 'http://127.0.0.1/a?relfield:fields[a]=+b&c=%2B#d';

    assert.deepEqual(toRequestHead(new Request(url, { method: 'POST', headers, body: 'x' })), {
      target: '/a?relfield:fields[a]=+b&c=%2B',
      accept: '*/*',
      contentType: 'text/plain',
      hasBody: true,
    });
    assert.deepEqual(toRequestHead(new Request('http://127.0.0.1')), {
      target: '/',
      accept: undefined,
      contentType: undefined,
      hasBody: false,
    });
  });

  it('takes a header called get for a header', () => {
    const head = { url: '/', headers: { get: 'x', accept: '*/*' } };

    assert.equal(toRequestHead(head).target, '/');
  });
});
