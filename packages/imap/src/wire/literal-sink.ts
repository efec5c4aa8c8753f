/** An arriving literal. */
export interface AnnouncedLiteral {
  /** Null while the uid is unknown: it cannot be streamed. */
  readonly uid: number | null;
  /** As in `FetchResponse.sections`. */
  readonly section: string;
  /** BINARY: decoded octets. */
  readonly isBinary: boolean;
  readonly octets: number;
}

/** Consumes an arriving literal. */
export interface LiteralSink {
  /** False when full, until `onDrain`. */
  write(octets: Buffer): boolean;
  onDrain(listener: () => void): void;
  end(): void;
}
