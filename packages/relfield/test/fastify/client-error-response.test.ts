/** The answers to what Node's HTTP parser refuses. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clientErrorResponse } from '../../src/fastify/client-error-response.ts';

describe('clientErrorResponse', () => {
  it('is a complete HTTP response with the length of its body', () => {
    const [head = '', body = ''] = clientErrorResponse('HPE_HEADER_OVERFLOW').split('\r\n\r\n');

    assert.deepEqual(head.split('\r\n'), [
      'HTTP/1.1 431 Request Header Fields Too Large',
      'Content-Type: application/vnd.api+json',
      `Content-Length: ${body.length}`,
      'Vary: Accept',
      'Connection: close',
    ]);
    assert.deepEqual(JSON.parse(body), {
      errors: [
        {
          status: '431',
          code: 'headers-too-large',
          title: 'Request Header Fields Too Large',
          detail: 'The request line and headers are longer than this server reads.',
        },
      ],
    });
  });

  for (const [code, statusLine] of [
    ['ERR_HTTP_REQUEST_TIMEOUT', 'HTTP/1.1 408 Request Timeout'],
    ['HPE_INVALID_METHOD', 'HTTP/1.1 400 Bad Request'],
    [undefined, 'HTTP/1.1 400 Bad Request'],
  ] as const) {
    it(`answers ${code} with ${statusLine}`, () => {
      assert.equal(clientErrorResponse(code).split('\r\n')[0], statusLine);
    });
  }
});
