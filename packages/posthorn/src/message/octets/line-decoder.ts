import type { OctetDecoder } from './octet-decoder.ts';

const MAX_LINE_OCTETS = 65_536;
const LF = 0x0a;
const CR = 0x0d;
const NO_OCTETS = new Uint8Array(0);

/**
 * Decodes lines without their ends. Results are no longer than their lines, and are independent of chunks.
 */
export function createLineDecoder(decodeLine: (line: Uint8Array) => Uint8Array): OctetDecoder {
  const held = new Uint8Array(MAX_LINE_OCTETS);
  let heldLength = 0;

  function write(octets: Uint8Array): Uint8Array {
    const output = new Uint8Array(heldLength + octets.length);
    let length = 0;
    let start = 0;
    while (start < octets.length) {
      const end = lineEndIn(octets, start, MAX_LINE_OCTETS - heldLength);
      held.set(octets.subarray(start, end), heldLength);
      heldLength += end - start;
      start = end;
      const decoded = decodeHeld();
      output.set(decoded, length);
      length += decoded.length;
    }
    return output.subarray(0, length);
  }

  function decodeHeld(): Uint8Array {
    const isWhole = held[heldLength - 1] === LF;
    if (!isWhole && heldLength < MAX_LINE_OCTETS) return NO_OCTETS;
    return decode();
  }

  function decode(): Uint8Array {
    const contentLength = heldLength - lineEndLength(held, heldLength);
    const decoded = decodeLine(held.subarray(0, contentLength));
    heldLength = 0;
    return decoded;
  }

  function end(): Uint8Array {
    return heldLength === 0 ? NO_OCTETS : decode();
  }

  return { write, end };
}

function lineEndIn(octets: Uint8Array, start: number, room: number): number {
  const lineFeed = octets.subarray(start, start + room).indexOf(LF);
  return lineFeed === -1 ? Math.min(start + room, octets.length) : start + lineFeed + 1;
}

function lineEndLength(octets: Uint8Array, length: number): number {
  if (octets[length - 1] !== LF) return 0;
  return octets[length - 2] === CR ? 2 : 1;
}
