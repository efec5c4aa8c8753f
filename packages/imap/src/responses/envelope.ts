/** As parsed by the server. */
export interface EnvelopeAddress {
  readonly name: string | null;
  /** A group's name at its start, where `host` is null; null at its end. */
  readonly mailbox: string | null;
  readonly host: string | null;
}

/** RFC 9051 §7.5.2. Encoded words stay encoded; missing fields are null. */
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
  /** Addresses above `envelopeAddresses` were dropped. */
  readonly isTruncated: boolean;
}
