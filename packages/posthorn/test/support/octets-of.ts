/** What a source of octets gives. */
import type { OctetSource } from '../../src/domain/values/octet-source.ts';

/** All octets of the source in memory. */
export async function octetsOf(source: OctetSource): Promise<Buffer> {
  const blocks: Uint8Array[] = [];
  for await (const block of source.read()) blocks.push(block);
  return Buffer.concat(blocks);
}
