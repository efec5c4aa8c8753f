/** A node of BODYSTRUCTURE (RFC 9051 §7.5.2). Texts as sent: encoded words and RFC 2231 not decoded. */
export interface BodyPart {
  /** Part specifier for FETCH; empty for a multipart root. */
  readonly path: string;
  /** Lower case. */
  readonly mediaType: string;
  /** Names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
  /** As sent, with angle brackets. */
  readonly contentId: string | null;
  /** Lower case; `7bit` for multiparts. */
  readonly encoding: string;
  /** Before decoding; 0 for multiparts. */
  readonly octets: number;
  /** Lower case, such as `attachment`. */
  readonly disposition: string | null;
  readonly dispositionParameters: ReadonlyMap<string, string>;
  /** Empty for leaves; message/rfc822 is a leaf. */
  readonly children: readonly BodyPart[];
}
