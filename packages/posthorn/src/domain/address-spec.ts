/** Validates addresses and writes them in their wire form (RFC 5321 §4.1.2, RFC 6531 §3.3). */
import { domainToASCII } from 'node:url';

/** 64 octets of local part, `@`, 255 octets of domain (RFC 5321 §4.5.3.1). */
const MAX_OCTETS = 320;
const MAX_DOMAIN_CHARACTERS = 255;
/** Atoms joined by dots. Non-ASCII characters: no white space, nothing invisible, no control characters. */
const DOT_ATOM =
  /^(?:[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]|(?!\p{ASCII})[^\p{C}\p{Z}])+(?:\.(?:[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]|(?!\p{ASCII})[^\p{C}\p{Z}])+)*$/u;
const QUOTED_STRING = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
/** The characters of an internationalised name. The mapping of IDNA would turn others into another name. */
const UNICODE_NAME = /^[\p{L}\p{M}\p{N}.-]+$/u;
const ONLY_DIGITS = /^\d+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
const ASCII = /^[\u0000-\u007f]*$/;

/**
 * The address for header fields and envelopes: an internationalised domain as A-labels, everything else unchanged.
 * Undefined for text that is not an address.
 *
 * Exactly one `local-part@domain` without display name, comment, route and angle brackets. The local part is made of atoms
 * or a quoted string and may be international; the domain is a host name.
 */
export function parseAddressSpec(address: string): string | undefined {
  if (new TextEncoder().encode(address).length > MAX_OCTETS) return undefined;
  const at = address.lastIndexOf('@');
  const localPart = address.slice(0, Math.max(at, 0));
  const domain = toAsciiDomain(address.slice(at + 1));
  const isValid = (DOT_ATOM.test(localPart) || QUOTED_STRING.test(localPart)) && domain !== undefined;
  return isValid ? `${localPart}@${domain}` : undefined;
}

function toAsciiDomain(domain: string): string | undefined {
  // The length is checked first, because the patterns are slow on long text.
  if (domain.length > MAX_DOMAIN_CHARACTERS) return undefined;
  const ascii = ASCII.test(domain) || !UNICODE_NAME.test(domain) ? domain : domainToASCII(domain);
  const isHostName = ascii.length <= MAX_DOMAIN_CHARACTERS && HOST_NAME.test(ascii);
  // A last label of digits is an IP address without its brackets.
  return isHostName && !ONLY_DIGITS.test(ascii.split('.').at(-1) ?? '') ? ascii : undefined;
}
