/** ENVELOPE (RFC 9051 §7.5.2). */

/** An address as the server parsed it. Texts are as sent: encoded words are not decoded. */
export interface EnvelopeAddress {
  readonly name: string | null;
  /** Null at the end of a group; at its start `host` is null and this is the group's name. */
  readonly mailbox: string | null;
  readonly host: string | null;
}

/** Texts are as sent: encoded words are not decoded. Null where the field is missing. */
export interface Envelope {
  readonly date: string | null;
  readonly subject: string | null;
  readonly from: readonly EnvelopeAddress[];
  readonly sender: readonly EnvelopeAddress[];
  readonly replyTo: readonly EnvelopeAddress[];
  readonly to: readonly EnvelopeAddress[];
  readonly cc: readonly EnvelopeAddress[];
  readonly bcc: readonly EnvelopeAddress[];
  readonly inReplyTo: string | null;
  readonly messageId: string | null;
  /** True when addresses above the bound `envelopeAddresses` were left out. */
  readonly isTruncated: boolean;
}
