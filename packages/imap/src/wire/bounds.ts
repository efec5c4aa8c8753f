/** How much a server may send, and how deep a structure may be, before the client stops reading it. */

/** Every bound is a positive integer. Octets count what travels, before any decoding. */
export interface Bounds {
  /** Octets of the greeting, and of each response before the login, with its literals. */
  readonly greetingOctets: number;
  /** Octets of one response without its literals. SEARCH, SORT, ESEARCH and VANISHED have `numberLineOctets`. */
  readonly lineOctets: number;
  /** Octets of one SEARCH, SORT, ESEARCH or VANISHED response. Its numbers are read as they arrive. */
  readonly numberLineOctets: number;
  /** Octets of one literal that is kept in memory. */
  readonly literalOctets: number;
  /** Octets of one response with the literals that are kept in memory. */
  readonly responseOctets: number;
  /** Levels of multipart and message/rfc822 in one BODYSTRUCTURE. */
  readonly structureDepth: number;
  /** Parts of one BODYSTRUCTURE. */
  readonly structureParts: number;
  /** Addresses of one ENVELOPE field. */
  readonly envelopeAddresses: number;
  /** Messages of the selected mailbox, and numbers that one answer may list: the server's own count limits nothing. */
  readonly messages: number;
  /** Mailboxes of one LIST. */
  readonly mailboxes: number;
  /** Capabilities that a server announces. */
  readonly capabilities: number;
  /** Octets of all untagged responses between two commands, while none is running. */
  readonly idleOctets: number;
}

/** Far above real mail, and small enough that a hostile server cannot exhaust a process of 512 MB. */
export const DEFAULT_BOUNDS: Bounds = {
  greetingOctets: 8 * 1024,
  lineOctets: 2 * 1024 * 1024,
  numberLineOctets: 56 * 1024 * 1024,
  literalOctets: 16 * 1024 * 1024,
  responseOctets: 24 * 1024 * 1024,
  structureDepth: 500,
  structureParts: 10_000,
  envelopeAddresses: 10_000,
  messages: 5_000_000,
  mailboxes: 100_000,
  capabilities: 1_000,
  idleOctets: 8 * 1024,
};
