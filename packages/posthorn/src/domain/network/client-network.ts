import { isIPv4, isIPv6 } from 'node:net';
import type { Branded } from '../values/brand.ts';

/** The unit for counting clients. */
export type ClientNetwork = Branded<string, 'ClientNetwork'>;

/** Each customer has this network (RFC 6177): more addresses cost nothing. */
const CUSTOMER_GROUPS = 4;
const GROUPS = 8;
const MAPPED = /^::ffff:([0-9.]+)$/i;

/** IPv4 (also mapped), or an IPv6 /64; other text unchanged. */
export function clientNetwork(address: string): ClientNetwork {
  return networkOf(address) as ClientNetwork;
}

function networkOf(address: string): string {
  const [, mapped] = MAPPED.exec(address) ?? [];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  const [bare = ''] = address.split('%', 1);
  return isIPv6(bare) ? `${groupsOf(bare).slice(0, CUSTOMER_GROUPS).join(':')}::/64` : address;
}

/** Groups before an IPv4 suffix are complete. */
function groupsOf(address: string): readonly string[] {
  const [front = '', back] = address.toLowerCase().split('::');
  const first = split(front);
  const last = split(back ?? '');
  const missing = back === undefined ? 0 : GROUPS - first.length - last.length;
  return [...first, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...last].map(withoutZeros);
}

function split(part: string): readonly string[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}

function withoutZeros(group: string): string {
  return group.replace(/^0+(?=.)/, '');
}
