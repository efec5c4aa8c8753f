/** A known number of octets, read when sent. */
export interface OctetSource {
  readonly length: number;
  read(): AsyncIterable<Uint8Array>;
}

/** RFC 9051 §4.3. */
export interface Literal {
  readonly literal: Uint8Array | OctetSource;
  /** A literal8 (RFC 3516 §4.4), or UTF8 literal (RFC 6855 §4). */
  readonly isBinary?: boolean;
}

/** Grammar or literal; outside text needs `toAstring`. */
export type CommandPart = string | Literal;
