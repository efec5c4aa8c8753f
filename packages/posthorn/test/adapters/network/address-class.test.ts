/** Which addresses are public. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPublicAddress } from '../../../src/adapters/network/address-class.ts';

const PUBLIC: readonly string[] = [
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '192.169.0.1',
  '223.255.255.255',
  '2001:4860:4860::8888',
  '2a00:1450:4001::1',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
  '64:ff9b::808:808',
];

const NOT_PUBLIC: Readonly<Record<string, string>> = {
  '0.0.0.0': 'this network',
  '0.1.2.3': 'this network',
  '10.1.1.1': 'private',
  '172.16.0.1': 'private',
  '172.31.255.255': 'private',
  '192.168.0.100': 'private',
  '100.64.0.1': 'shared with a carrier',
  '100.100.100.200': 'cloud metadata in the shared space',
  '127.0.0.1': 'loopback',
  '127.255.255.254': 'loopback',
  '169.254.169.254': 'cloud metadata, link-local',
  '168.63.129.16': 'cloud platform',
  '192.0.0.8': 'protocol assignments',
  '192.0.2.1': 'documentation',
  '198.18.0.1': 'benchmarks',
  '198.51.100.1': 'documentation',
  '203.0.113.1': 'documentation',
  '192.88.99.1': '6to4 relays',
  '224.0.0.1': 'multicast',
  '240.0.0.1': 'reserved',
  '255.255.255.255': 'broadcast',
  '::': 'unspecified',
  '::1': 'loopback',
  '::127.0.0.1': 'IPv4-compatible, loopback',
  '::7f00:1': 'IPv4-compatible, loopback',
  '::808:808': 'IPv4-compatible',
  '::ffff:127.0.0.1': 'mapped loopback',
  '::ffff:7f00:1': 'mapped loopback',
  '0:0:0:0:0:ffff:127.0.0.1': 'mapped loopback',
  '::ffff:10.0.0.1': 'mapped private',
  '::ffff:0:127.0.0.1': 'translated',
  '::ffff:0:8.8.8.8': 'translated',
  '64:ff9b::7f00:1': 'NAT64 of loopback',
  '64:ff9b::a9fe:a9fe': 'NAT64 of cloud metadata',
  '64:ff9b:1::7f00:1': 'NAT64 for local use',
  '64:ff9b:1::808:808': 'NAT64 for local use',
  '2002:7f00:1::': '6to4 of loopback',
  '2002:808:808::1': '6to4',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2': 'Teredo',
  'fe80::1': 'link-local',
  'fe80::1%eth0': 'link-local with a zone',
  '2001:4860:4860::8888%eth0': 'with a zone',
  'fec0::1': 'site-local',
  'fc00::1': 'unique local',
  'fd00:ec2::254': 'cloud metadata, unique local',
  'ff02::1': 'multicast',
  '2001:db8::1': 'documentation',
  '3fff::1': 'documentation',
  '100::1': 'discard',
  '5f00::1': 'segment routing',
  '4000::1': 'not assigned',
  '': 'empty',
  'example.org': 'no address',
  '[::1]': 'brackets',
};

describe('isPublicAddress', () => {
  for (const address of PUBLIC) {
    it(`says yes to ${address}`, () => {
      assert.equal(isPublicAddress(address), true);
    });
  }

  for (const [address, reason] of Object.entries(NOT_PUBLIC)) {
    it(`says no to "${address}": ${reason}`, () => {
      assert.equal(isPublicAddress(address), false);
    });
  }
});
