/** Octets of known length, readable repeatedly. */
export interface OctetSource {
  readonly length: number;
  /** From the first octet. */
  read(): AsyncIterable<Uint8Array>;
}
