/** Octets of known length. Each `read` begins at the first. */
export interface OctetSource {
  readonly length: number;
  read(): AsyncIterable<Uint8Array>;
}
