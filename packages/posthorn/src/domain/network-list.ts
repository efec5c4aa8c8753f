/** Lists of addresses that the operator has named, such as those of reverse proxies. */
import { BlockList, isIP } from 'node:net';

/** True for an address on the list. Addresses that proxies pass on may be any text. */
export type NetworkList = (address: string | undefined) => boolean;

/** These IP addresses, and networks in CIDR notation. An IPv4 address may come in the notation of IPv6. */
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
