import { domainToASCII } from 'node:url';

/** RFC 5321 §4.5.3.1: 64 and 255 octets, and `@`. */
const MAX_OCTETS = 320;
const MAX_DOMAIN_CHARACTERS = 255;
const DOT_ATOM =
  /^(?:[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]|(?!\p{ASCII})[^\p{C}\p{Z}])+(?:\.(?:[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]|(?!\p{ASCII})[^\p{C}\p{Z}])+)*$/u;
const QUOTED_STRING = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
/** IDNA maps other characters to another name. */
const UNICODE_NAME = /^[\p{L}\p{M}\p{N}.-]+$/u;
const ONLY_DIGITS = /^\d+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
const ASCII = /^[\u0000-\u007f]*$/;

/** The wire form (RFC 5321 §4.1.2, RFC 6531 §3.3), with A-labels; undefined if invalid. */
export function parseAddressSpec(address: string): string | undefined {
  if (new TextEncoder().encode(address).length > MAX_OCTETS) return undefined;
  const at = address.lastIndexOf('@');
  const localPart = address.slice(0, Math.max(at, 0));
  const domain = toAsciiDomain(address.slice(at + 1));
  const isValid = (DOT_ATOM.test(localPart) || QUOTED_STRING.test(localPart)) && domain !== undefined;
  return isValid ? `${localPart}@${domain}` : undefined;
}

function toAsciiDomain(domain: string): string | undefined {
  // The patterns are slow on long text.
  if (domain.length > MAX_DOMAIN_CHARACTERS) return undefined;
  const ascii = ASCII.test(domain) || !UNICODE_NAME.test(domain) ? domain : domainToASCII(domain);
  const isHostName = ascii.length <= MAX_DOMAIN_CHARACTERS && HOST_NAME.test(ascii);
  // An IP address without brackets.
  return isHostName && !ONLY_DIGITS.test(ascii.split('.').at(-1) ?? '') ? ascii : undefined;
}
