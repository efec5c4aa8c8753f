/** Text of one octet per character (`latin1`): no byte is lost. */
export type OctetText = string;

/** UTF-8 octets of Unicode text. */
export function toOctets(text: string): OctetText {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Malformed UTF-8 becomes U+FFFD. */
export function fromOctets(octets: OctetText): string {
  return Buffer.from(octets, 'latin1').toString('utf8');
}
