/**
 * A node of BODYSTRUCTURE (RFC 9051 §7.5.2). Names, types, encoding and disposition: lower case; encoded
 * words and RFC 2231 are not decoded.
 */
export interface BodyPart {
  /** For FETCH; empty for a multipart root. */
  readonly path: string;
  readonly mediaType: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** With angle brackets. */
  readonly contentId: string | null;
  /** `7bit` for multiparts. */
  readonly encoding: string;
  /** Encoded; 0 for multiparts. */
  readonly octets: number;
  readonly disposition: string | null;
  readonly dispositionParameters: ReadonlyMap<string, string>;
  /** Empty for leaves; message/rfc822 is a leaf. */
  readonly children: readonly BodyPart[];
}
