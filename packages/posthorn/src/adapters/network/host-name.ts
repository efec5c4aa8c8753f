import { isIPv4, isIPv6 } from 'node:net';

/** IP address, or lower-case DNS name without final dot. */
export type HostName =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'address'; readonly address: string };

/** RFC 1035 §2.3.4. */
const MAX_NAME_OCTETS = 253;
/** RFC 1123 §2.1; container networks have the underscore. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** Resolvers read them as IPv4: `127.1`, `0x7f000001`, `0177.0.0.1`. */
const NUMBER_LABEL = /^(?:[0-9]+|0x[0-9a-f]*)$/;

/** Undefined for short, hexadecimal or octal IPv4, brackets, zones, ports, paths, white space, non-ASCII. */
export function parseHostName(text: string): HostName | undefined {
  if (isIPv4(text) || (isIPv6(text) && !text.includes('%'))) {
    return { kind: 'address', address: text.toLowerCase() };
  }
  const name = (text.endsWith('.') ? text.slice(0, -1) : text).toLowerCase();
  return isDnsName(name) ? { kind: 'name', name } : undefined;
}

function isDnsName(name: string): boolean {
  if (name === '' || name.length > MAX_NAME_OCTETS) return false;
  const labels = name.split('.');
  return labels.every((label) => LABEL.test(label)) && !NUMBER_LABEL.test(labels.at(-1) ?? '');
}
