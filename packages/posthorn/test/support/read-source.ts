/** Reads a source of octets to its end. */
import type { OctetSource } from '../../src/domain/octet-source.ts';

/** All octets of the source. */
export async function readSource(source: OctetSource): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source.read()) pieces.push(piece);
  return Buffer.concat(pieces);
}
