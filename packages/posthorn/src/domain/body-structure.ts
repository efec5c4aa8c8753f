/** The MIME structure of a message as in BODYSTRUCTURE (RFC 9051 §7.5.2), without content. */

/** One node of the part tree. Text values are as the server sent them: encoded words and RFC 2231 not yet decoded. */
export interface BodyPart {
  /** The part specifier for FETCH: `1`, `2.1`; empty for a message whose root is multipart. */
  readonly path: string;
  /** `type/subtype` in lower case. */
  readonly mediaType: string;
  /** Content-Type parameters, names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Content-ID as sent, with its angle brackets; null when missing. */
  readonly contentId: string | null;
  /** Content-Transfer-Encoding in lower case; `7bit` for multiparts. */
  readonly encoding: string;
  /** Octets of the content before decoding; 0 for multiparts. */
  readonly octets: number;
  /** The disposition type in lower case, such as `attachment`; null when missing. */
  readonly disposition: string | null;
  readonly dispositionParameters: ReadonlyMap<string, string>;
  /** The parts of a multipart. Empty for leaves, and message/rfc822 is a leaf: it is not opened. */
  readonly children: readonly BodyPart[];
}
