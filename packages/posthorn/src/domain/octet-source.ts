/** Sources of octets that can be read repeatedly without being in memory. */

/** Octets of known length, produced while they are read. */
export interface OctetSource {
  readonly length: number;
  /** Opens a new reading of all octets, from the first. */
  read(): AsyncIterable<Uint8Array>;
}
