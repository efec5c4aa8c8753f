/** Mail addresses in the form of an SMTP envelope (RFC 5321 section 4.1.2). */
import { domainToASCII } from 'node:url';

/** Printable ASCII except the angle brackets, which end a path. */
const ASCII = /^[\u0020-\u003b\u003d\u003f-\u007e]*$/;
/** Characters that end the path or the command early, and so could smuggle in a second recipient. */
const UNSAFE = /[\p{Cc}<>]|^\s|\s$/u;

/**
 * The address as it goes on the wire, or undefined when no command can carry it. A non-ASCII domain becomes
 * A-labels (RFC 5890) when the local part is ASCII: that works with every server.
 */
export function toWireAddress(address: string): string | undefined {
  if (UNSAFE.test(address)) return undefined;
  const domainStart = address.lastIndexOf('@') + 1;
  const localPart = address.slice(0, domainStart);
  const domain = address.slice(domainStart);
  if (isInternational(localPart) || !isInternational(domain)) return address;
  // Empty when it is not a domain name; then the server refuses it.
  return localPart + (domainToASCII(domain) || domain);
}

/** True when the server must know SMTPUTF8 for the address (RFC 6531). */
export function isInternational(wireAddress: string): boolean {
  return !ASCII.test(wireAddress);
}
