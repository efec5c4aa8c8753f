import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clientNetwork } from '../../../src/domain/network/client-network.ts';

const NETWORKS: readonly (readonly [string, string])[] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8::192.0.2.7', '2001:db8:0:0::/64'],
  ['unknown', 'unknown'],
];

describe('clientNetwork', () => {
  for (const [address, network] of NETWORKS) {
    it(`is ${network} for ${address}`, () => {
      assert.equal(clientNetwork(address), network);
    });
  }
});
