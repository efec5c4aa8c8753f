/** A source of octets that gives them in the pieces that a test wants. */
import type { OctetSource } from '../../../src/domain/values/octet-source.ts';

/** The pieces, one by one; a text is UTF-8. Any of them may be empty. */
export function sourceOf(pieces: readonly (string | Buffer)[]): OctetSource {
  const octets = pieces.map((piece) => Buffer.from(piece));
  return {
    length: octets.reduce((sum, { length }) => sum + length, 0),
    async *read() {
      yield* octets;
    },
  };
}
