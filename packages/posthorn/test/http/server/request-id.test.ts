import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { requestIdOf } from '../../../src/http/server/request-id.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function request(id?: string): IncomingMessage {
  return { headers: id === undefined ? {} : { 'x-request-id': id } } as IncomingMessage;
}

describe('requestIdOf', () => {
  it('takes over a sane id', () => {
    assert.equal(requestIdOf(request('4bf92f35-77b3.A_b')), '4bf92f35-77b3.A_b');
  });

  for (const id of [undefined, '', 'short', 'x'.repeat(65), '12345678\n', '12345678"', 'ümläut-id']) {
    it(`makes a new id instead of ${JSON.stringify(id?.slice(0, 20))}`, () => {
      assert.match(requestIdOf(request(id)), UUID);
    });
  }
});
