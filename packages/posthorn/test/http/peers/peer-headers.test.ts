/** Headers on their way between worker processes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toClient, toOwner } from '../../../src/http/peers/peer-headers.ts';

const CLIENT = { clientAddress: '192.0.2.1' };
const TOLD = ['x-posthorn-client-address', '192.0.2.1'];

describe('Headers for the owner', () => {
  it('keep their order and their doubles, without those of the connection and without a false client', () => {
    const raw = ['Host', 'a', 'Connection', 'keep-alive', 'X-Posthorn-Client-Address', '203.0.113.9'];

    const headers = toOwner([...raw, 'X-A', '1', 'X-A', '2'], { method: 'GET', ...CLIENT });

    assert.deepEqual(headers, ['Host', 'a', 'X-A', '1', 'X-A', '2', ...TOLD]);
  });

  it('announce no body where the client has announced none, so that its repeats are equal', () => {
    assert.deepEqual(toOwner([], { method: 'POST', ...CLIENT }), ['Content-Length', '0', ...TOLD]);
    assert.deepEqual(toOwner(['Transfer-Encoding', 'chunked'], { method: 'POST', ...CLIENT }), [
      ...['Transfer-Encoding', 'chunked'],
      ...TOLD,
    ]);
    assert.deepEqual(toOwner([], { method: 'DELETE', ...CLIENT }), TOLD);
  });
});

describe('Headers for the client', () => {
  it('close its connection where the owner closes', () => {
    const raw = ['Content-Type', 'text/plain', 'Transfer-Encoding', 'chunked', 'Keep-Alive', 'timeout=60'];

    assert.deepEqual(toClient(raw, 'keep-alive'), ['Content-Type', 'text/plain']);
    assert.deepEqual(toClient(raw, 'close'), ['Content-Type', 'text/plain', 'Connection', 'close']);
  });
});
