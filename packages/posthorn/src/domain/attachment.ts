/** A leaf part that is not body text (RFC 2183), from BODYSTRUCTURE (RFC 9051 §7.5.2). */
export interface Attachment {
  /** MIME part specifier, such as `2.1` (RFC 9051 §6.4.5). */
  readonly part: string;
  readonly fileName: string | null;
  /** Lower case. */
  readonly mediaType: string;
  readonly encodedOctets: number;
  /** Absent where not counted. */
  readonly countedOctets?: number;
  /** As the mail server reports them: a broken encoding may be decoded otherwise here. */
  readonly reportedOctets?: number;
  /** Lower case. */
  readonly encoding: string;
  /** Without angle brackets. */
  readonly contentId: string | null;
  /** True: shown inside the body. */
  readonly isInline: boolean;
}
