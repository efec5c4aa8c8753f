/** Decodes in chunks and constant memory. Never throws; results are independent of chunks. */
export interface OctetDecoder {
  write(octets: Uint8Array): Uint8Array;
  /** The rest; call once. */
  end(): Uint8Array;
}
