import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createOwnAddresses } from '../../../src/adapters/network/own-addresses.ts';

describe('The addresses of this machine', () => {
  it('are known in any notation', () => {
    const isOwn = createOwnAddresses();

    assert.deepEqual(
      ['127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '198.41.0.4', 'nonsense'].map(isOwn),
      [true, true, true, false, false],
    );
  });
});
