/** Reads the name of a mail server: a DNS name or an IP address, and nothing that merely resembles one. */
import { isIPv4, isIPv6 } from 'node:net';

/** A host as a DNS name in lower case without its final dot, or as an IP address. */
export type HostName =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'address'; readonly address: string };

/** Octets of a whole DNS name (RFC 1035 §2.3.4), without the final dot. */
const MAX_NAME_OCTETS = 253;
/** Letters, digits and inner hyphens (RFC 1123 §2.1); the underscore occurs in container networks. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** System resolvers read such a last label as part of an IPv4 address: `127.1`, `0x7f000001`, `0177.0.0.1`. */
const NUMBER_LABEL = /^(?:[0-9]+|0x[0-9a-f]*)$/;

/**
 * The host that `text` names, or undefined when it is anything else: a short, hexadecimal or octal
 * IPv4 address, brackets, a zone, a port, a path, white space, a character outside of ASCII.
 */
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
