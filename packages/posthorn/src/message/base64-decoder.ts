/** Decodes base64 as it occurs in mail (RFC 2045 §6.8), piece by piece. */
import type { OctetDecoder } from './octet-decoder.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PADDING = 0x3d;
const JUNK = 0xff;
const MAX_SEXTET = 0x3f;
const BROKEN_GROUP = -1;
const SEXTET_OF = Uint8Array.from({ length: 256 }, (_, octet) => {
  const sextet = ALPHABET.indexOf(String.fromCharCode(octet));
  return sextet === -1 ? JUNK : sextet;
});

/**
 * Skips octets outside the alphabet, as the RFC asks. Padding ends a group of four wherever it
 * stands, so that joined base64 texts decode as a whole; missing padding is no fault.
 */
export function createBase64Decoder(): OctetDecoder {
  let bits = 0;
  let sextets = 0;

  function write(octets: Uint8Array): Uint8Array {
    const output = new Uint8Array(Math.ceil(((octets.length + sextets) * 3) / 4) + 1);
    let length = 0;
    let index = 0;
    while (index < octets.length) {
      const group = sextets === 0 ? readGroup(octets, index) : BROKEN_GROUP;
      if (group === BROKEN_GROUP) {
        length += writeOctet(octets[index] ?? 0, output.subarray(length));
        index++;
      } else {
        output[length++] = group >> 16;
        output[length++] = group >> 8;
        output[length++] = group;
        index += 4;
      }
    }
    return output.subarray(0, length);
  }

  /** Consumes one octet and returns how many octets it completes in `output`. */
  function writeOctet(octet: number, output: Uint8Array): number {
    const sextet = SEXTET_OF[octet] ?? JUNK;
    if (sextet !== JUNK) {
      bits = (bits << 6) | sextet;
      sextets++;
    }
    if (sextets < 4 && octet !== PADDING) return 0;
    const completed = endGroup();
    output.set(completed);
    return completed.length;
  }

  /** The whole octets of a group, finished or not; a single sextet is not one octet. */
  function endGroup(): Uint8Array {
    const aligned = bits << (6 * (4 - sextets));
    const completed = Uint8Array.of(aligned >> 16, aligned >> 8, aligned).subarray(
      0,
      Math.max(sextets - 1, 0),
    );
    bits = 0;
    sextets = 0;
    return completed;
  }

  return { write, end: endGroup };
}

/** The 24 bits of four digits in a row, the common case; BROKEN_GROUP when one of the four is no digit. */
function readGroup(octets: Uint8Array, index: number): number {
  const a = SEXTET_OF[octets[index] ?? 0] ?? JUNK;
  const b = SEXTET_OF[octets[index + 1] ?? 0] ?? JUNK;
  const c = SEXTET_OF[octets[index + 2] ?? 0] ?? JUNK;
  const d = SEXTET_OF[octets[index + 3] ?? 0] ?? JUNK;
  return (a | b | c | d) > MAX_SEXTET ? BROKEN_GROUP : (a << 18) | (b << 12) | (c << 6) | d;
}
