import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createNetworkList } from '../../../src/domain/network/network-list.ts';

const CASES: readonly (readonly [readonly string[], string | undefined, boolean])[] = [
  [['127.0.0.1'], '127.0.0.1', true],
  [['127.0.0.1'], '::ffff:127.0.0.1', true],
  [['127.0.0.1'], '127.0.0.2', false],
  [['127.0.0.1'], '::1', false],
  [['10.0.0.0/8'], '10.200.3.4', true],
  [['10.0.0.0/8'], '::ffff:10.200.3.4', true],
  [['10.0.0.0/8'], '11.0.0.1', false],
  [['::1', 'fd00::/8'], 'fd12::3', true],
  [['::1', 'fd00::/8'], 'fe80::3', false],
  [['10.0.0.0/8'], '10.0.0.1:80', false],
  [['0.0.0.0/0'], 'unknown', false],
  [['0.0.0.0/0'], undefined, false],
  [[], '127.0.0.1', false],
];

describe('createNetworkList', () => {
  for (const [networks, address, expected] of CASES) {
    it(`${expected ? 'trusts' : 'does not trust'} ${address ?? 'no address'} with [${networks.join(', ')}]`, () => {
      assert.equal(createNetworkList(networks)(address), expected);
    });
  }
});
