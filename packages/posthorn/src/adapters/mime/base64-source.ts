import { readExactly } from '../../domain/values/exact-reading.ts';
import type { OctetSource } from '../../domain/values/octet-source.ts';
import { encodeBase64 } from './mime-encoding.ts';

const LINE_OCTETS = 57;
const LINE_CHARACTERS = 76;
const BLOCK_OCTETS = LINE_OCTETS * 1024;
const LINE_END = '\r\n';

/** Encodes in lines of 76 characters (RFC 2045 §6.8), without a final line end. */
export function base64Source(content: OctetSource): OctetSource {
  return {
    length: encodedLength(content.length),
    async *read() {
      let separator = '';
      for await (const block of regroup(readExactly(content))) {
        yield Buffer.from(`${separator}${encodeBase64(block)}`, 'latin1');
        separator = LINE_END;
      }
    },
  };
}

function encodedLength(octets: number): number {
  const characters = Math.ceil(octets / 3) * 4;
  const lines = Math.ceil(characters / LINE_CHARACTERS);
  return characters + Math.max(lines - 1, 0) * LINE_END.length;
}

/** Each block is valid until the next. */
async function* regroup(octets: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const block = Buffer.alloc(BLOCK_OCTETS);
  let filled = 0;
  for await (const piece of octets) {
    for (let start = 0; start < piece.length; ) {
      const taken = piece.subarray(start, start + BLOCK_OCTETS - filled);
      block.set(taken, filled);
      filled += taken.length;
      start += taken.length;
      if (filled < BLOCK_OCTETS) continue;
      yield block;
      filled = 0;
    }
  }
  if (filled > 0) yield block.subarray(0, filled);
}
