import type { OctetSource } from './octet-source.ts';

/** The octets must not change afterwards. */
export function bufferSource(octets: Uint8Array): OctetSource {
  return {
    length: octets.length,
    async *read() {
      yield octets;
    },
  };
}
