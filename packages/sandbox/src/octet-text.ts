/** Octets as text, and Unicode text as octets. */

/**
 * Text in which each character stands for one octet (0 to 255), as `latin1` decodes it.
 * Protocol lines and raw header values are kept so, because it loses no byte.
 */
export type OctetText = string;

/** The UTF-8 octets of Unicode text. */
export function toOctets(text: string): OctetText {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** The Unicode text of UTF-8 octets; wrong sequences become U+FFFD. */
export function fromOctets(octets: OctetText): string {
  return Buffer.from(octets, 'latin1').toString('utf8');
}
