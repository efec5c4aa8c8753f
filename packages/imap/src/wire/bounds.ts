/** Limits of responses: positive integers, octets before decoding. */
export interface Bounds {
  /** The greeting, and each response before login. */
  readonly greetingOctets: number;
  /** One response without literals. */
  readonly lineOctets: number;
  /** One SEARCH, SORT, ESEARCH or VANISHED response. */
  readonly numberLineOctets: number;
  /** One literal in memory. */
  readonly literalOctets: number;
  /** One response with its literals in memory. */
  readonly responseOctets: number;
  /** Levels of multipart and message/rfc822. */
  readonly structureDepth: number;
  readonly structureParts: number;
  /** Of one field. */
  readonly envelopeAddresses: number;
  /** Of the selected mailbox; numbers of one answer. */
  readonly messages: number;
  readonly mailboxes: number;
  readonly capabilities: number;
  /** Untagged responses between two commands. */
  readonly idleOctets: number;
}

/** Far above real mail; safe in 512 MB. */
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
