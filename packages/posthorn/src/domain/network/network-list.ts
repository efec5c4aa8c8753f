import { BlockList, isIP } from 'node:net';

/** Any text is safe: proxies pass on any. */
export type NetworkList = (address: string | undefined) => boolean;

/** IP addresses and CIDR networks; IPv6-mapped addresses match too. */
export function createNetworkList(networks: readonly string[]): NetworkList {
  const listed = new BlockList();
  for (const network of networks) {
    const [address = '', prefixLength] = network.split('/');
    const family = familyOf(address);
    if (prefixLength === undefined) listed.addAddress(address, family);
    else listed.addSubnet(address, Number(prefixLength), family);
  }
  return (address = '') => isIP(address) !== 0 && listed.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
