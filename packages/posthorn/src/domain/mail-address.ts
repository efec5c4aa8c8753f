/** One mailbox of an address header field (RFC 5322 §3.4). */

/** One address with its display name. */
export interface MailAddress {
  /** The address, `local-part@domain`, in Unicode. */
  readonly address: string;
  /** The display name, decoded; empty when the field names none. */
  readonly name: string;
}
