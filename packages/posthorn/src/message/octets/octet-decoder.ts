/** Decodes in chunks and constant memory. Never throws; results do not depend on the chunks. */
export interface OctetDecoder {
  write(octets: Uint8Array): Uint8Array;
  /** The rest; call once. */
  end(): Uint8Array;
}
