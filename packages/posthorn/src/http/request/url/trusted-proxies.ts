/** Which reverse proxies may say how a request looked when it came to them. */
import { BlockList, isIP } from 'node:net';

/** True for the address of a trusted proxy. Addresses that proxies pass on may be any text. */
export type ProxyTrust = (address: string | undefined) => boolean;

/** Trust in these IP addresses and networks in CIDR notation. An IPv4 address may come in the notation of IPv6. */
export function createProxyTrust(networks: readonly string[]): ProxyTrust {
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = '', prefixLength] = network.split('/');
    const family = familyOf(address);
    if (prefixLength === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefixLength), family);
  }
  return (address = '') => isIP(address) !== 0 && trusted.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
