/** An attachment: a leaf part of a message that is not body text (RFC 2183). */

/** One attachment, described by the BODYSTRUCTURE of its message (RFC 9051 §7.5.2). */
export interface Attachment {
  /** The MIME part specifier, such as `2` or `2.1` (RFC 9051 §6.4.5). */
  readonly part: string;
  /** The decoded file name, null when the message has none. */
  readonly fileName: string | null;
  /** `type/subtype` in lower case. */
  readonly mediaType: string;
  /** Octets before decoding, as the server counts them. */
  readonly encodedOctets: number;
  /** Octets of the decoded content, where they were counted. */
  readonly countedOctets?: number;
  /** Content-Transfer-Encoding in lower case. */
  readonly encoding: string;
  /** Content-ID without angle brackets, null when missing; body HTML refers to it as `cid:`. */
  readonly contentId: string | null;
  /** True when it is shown inside the body and not offered as a file. */
  readonly isInline: boolean;
}
