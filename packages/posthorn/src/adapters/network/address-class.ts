/** Distinguishes public IP addresses from those of private networks. */
import ipaddr from 'ipaddr.js';

/** The global unicast space (RFC 4291 §2.4). Outside of it nothing is assigned to public servers. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');
/** The well-known NAT64 prefix (RFC 6052 §2.1): IPv6-only hosts reach IPv4 servers through it. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');
/** Unicast by its range, but it serves a cloud platform's own machines with instance settings. */
const PLATFORM_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * True when the address is public, i.e. neither local, private, shared, reserved nor multicast.
 * IPv4 inside of IPv6 (mapped, NAT64) counts as the IPv4 address. Other forms of embedded IPv4
 * (compatible, 6to4, Teredo, translated) and all that cannot be read are not public.
 */
export function isPublicAddress(address: string): boolean {
  // A zone is only meaningful on link-local addresses, and the parser drops it.
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
