/** A literal whose octets begin to arrive. */
export interface AnnouncedLiteral {
  /** Null before a late uid: then it cannot be streamed. */
  readonly uid: number | null;
  /** As in `FetchResponse.sections`. */
  readonly section: string;
  /** BINARY: decoded octets. */
  readonly isBinary: boolean;
  readonly octets: number;
}

/** Consumes one literal as it arrives, never whole in memory. */
export interface LiteralSink {
  /** False when full, until `onDrain`. */
  write(octets: Buffer): boolean;
  /** Called once when there is room again. */
  onDrain(listener: () => void): void;
  end(): void;
}
