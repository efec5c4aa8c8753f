/** What every decoder of a content transfer encoding offers. */

/** Decodes octets piece by piece in constant memory. It never throws, and the result does not depend on the pieces. */
export interface OctetDecoder {
  /** The result after this piece. */
  write(octets: Uint8Array): Uint8Array;
  /** The rest of the result. Call it once, at the end. */
  end(): Uint8Array;
}
