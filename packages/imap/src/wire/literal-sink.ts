/** Large literals of FETCH answers go to a consumer as they arrive, so that they are never in memory as a whole. */

/** What is known of a literal when its octets begin to arrive. */
export interface AnnouncedLiteral {
  /** Null where the server sends the uid after the literal; such a literal cannot be streamed. */
  readonly uid: number | null;
  /** The section as in `FetchResponse.sections`. */
  readonly section: string;
  /** True for BINARY, whose octets are decoded. */
  readonly isBinary: boolean;
  readonly octets: number;
}

/** Consumes one literal. */
export interface LiteralSink {
  /** Takes octets, which nobody changes any more; false when the sink is full, until `onDrain`. */
  write(octets: Buffer): boolean;
  /** Calls the listener once when the sink has room again. */
  onDrain(listener: () => void): void;
  /** The literal is complete. */
  end(): void;
}
