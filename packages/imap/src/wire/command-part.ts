/** What a command is made of: text and literals. */

/** Octets of known number that are read when they are sent. */
export interface OctetSource {
  readonly length: number;
  read(): AsyncIterable<Uint8Array>;
}

/** A literal of a command (RFC 9051 §4.3). Short ones are octets, long ones are read while they are sent. */
export interface Literal {
  readonly literal: Uint8Array | OctetSource;
  /** True for a literal8 (RFC 3516 §4.4), and for the UTF8 literal of RFC 6855 §4. */
  readonly isBinary?: boolean;
}

/** Text of the grammar, which is never built from outside text, or a literal. `toAstring` gives the part for outside text. */
export type CommandPart = string | Literal;
