import ipaddr from 'ipaddr.js';

/** Global unicast (RFC 4291 §2.4), as of all public servers. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');
/** RFC 6052 §2.1. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');
/** A cloud's settings service, in a public range. */
const PLATFORM_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * False for local, private, shared, reserved, multicast and unreadable addresses. Mapped and NAT64 addresses
 * count as IPv4; other embedded IPv4 (compatible, 6to4, Teredo, translated) is not public.
 */
export function isPublicAddress(address: string): boolean {
  // Only link-local addresses have zones, which the parser drops.
  if (address.includes('%') || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv4 ? isPublicIPv4(parsed) : isPublicIPv6(parsed);
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !PLATFORM_ADDRESSES.has(address.toString());
}

function isPublicIPv6(address: ipaddr.IPv6): boolean {
  if (address.isIPv4MappedAddress()) return isPublicIPv4(address.toIPv4Address());
  if (address.match(NAT64)) return isPublicIPv4(new ipaddr.IPv4(address.toByteArray().slice(-4)));
  return address.range() === 'unicast' && address.match(GLOBAL_IPV6);
}
