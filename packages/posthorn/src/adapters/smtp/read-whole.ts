/** Reads a source to its end and trusts it only when it held what it promised. */
import type { OctetSource } from '../../domain/octet-source.ts';

/** All octets of the source. Throws at the end when there were more or fewer than its length: a cut message must not go out. */
export async function* readWhole(source: OctetSource): AsyncGenerator<Uint8Array, void> {
  let octets = 0;
  for await (const piece of source.read()) {
    octets += piece.length;
    yield piece;
  }
  if (octets !== source.length) {
    throw new Error(`A message of ${source.length} octets turned out to have ${octets}.`);
  }
}
