import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

const BITS = { ipv4: 32, ipv6: 128 } as const;
const PREFIX_LENGTH = /^(?:0|[1-9][0-9]{0,2})$/;

interface Network {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  readonly prefixLength: number;
}

/** True for an IP address or CIDR network (RFC 4632, RFC 4291 §2.3). */
export function isNetwork(text: string): boolean {
  return parseNetwork(text) !== undefined;
}

/** True if `outer` has all addresses of `inner`. */
export function containsNetwork(outer: string, inner: string): boolean {
  const [outside, inside] = [parseNetwork(outer), parseNetwork(inner)];
  if (outside?.family !== inside?.family || outside === undefined || inside === undefined) return false;
  if (inside.prefixLength < outside.prefixLength) return false;
  const network = new BlockList();
  network.addSubnet(outside.address, outside.prefixLength, outside.family);
  return network.check(inside.address, inside.family);
}

function parseNetwork(text: string): Network | undefined {
  const [address = '', length, ...rest] = text.split('/');
  if ((!isIPv4(address) && !isIPv6(address)) || rest.length > 0) return undefined;
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  if (length === undefined) return { address, family, prefixLength: BITS[family] };
  const prefixLength = Number(length);
  return PREFIX_LENGTH.test(length) && prefixLength <= BITS[family]
    ? { address, family, prefixLength }
    : undefined;
}
