/** A leaf part that is not body text (RFC 2183, RFC 9051 §7.5.2). Types and encodings: lower case. */
export interface Attachment {
  /** Such as `2.1` (RFC 9051 §6.4.5). */
  readonly part: string;
  readonly fileName: string | null;
  readonly mediaType: string;
  readonly encodedOctets: number;
  /** Absent where not counted. */
  readonly countedOctets?: number;
  /** The mail server may decode a broken encoding differently. */
  readonly reportedOctets?: number;
  readonly encoding: string;
  /** Without angle brackets. */
  readonly contentId: string | null;
  readonly isInline: boolean;
}
