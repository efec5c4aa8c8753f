/** One mailbox of an address header field (RFC 5322 §3.4). */
export interface MailAddress {
  /** `local-part@domain`, in Unicode. */
  readonly address: string;
  /** Decoded; may be empty. */
  readonly name: string;
}
