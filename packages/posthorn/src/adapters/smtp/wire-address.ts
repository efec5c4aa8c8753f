import { domainToASCII } from 'node:url';

/** Angle brackets end a path. */
const ASCII = /^[\u0020-\u003b\u003d\u003f-\u007e]*$/;
/** Ends a path or command early. */
const UNSAFE = /[\p{Cc}<>]|^\s|\s$/u;

/**
 * The envelope address (RFC 5321 §4.1.2), or undefined. After ASCII local parts, domains become A-labels (RFC
 * 5890).
 */
export function toWireAddress(address: string): string | undefined {
  if (UNSAFE.test(address)) return undefined;
  const domainStart = address.lastIndexOf('@') + 1;
  const localPart = address.slice(0, domainStart);
  const domain = address.slice(domainStart);
  if (isInternational(localPart) || !isInternational(domain)) return address;
  // Empty if invalid.
  return localPart + (domainToASCII(domain) || domain);
}

/** True if SMTPUTF8 is needed (RFC 6531). */
export function isInternational(wireAddress: string): boolean {
  return !ASCII.test(wireAddress);
}
