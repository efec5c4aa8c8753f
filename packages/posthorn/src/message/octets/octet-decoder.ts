/** Decodes octets in chunks and constant memory. Never throws; the result does not depend on the chunks. */
export interface OctetDecoder {
  write(octets: Uint8Array): Uint8Array;
  /** Returns the rest; call once. */
  end(): Uint8Array;
}
