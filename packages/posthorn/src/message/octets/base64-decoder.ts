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

/** Node.js accepts base64url (RFC 4648 §5). */
const URL_DIGITS = [0x2d, 0x5f];
const CR = 0x0d;
const LF = 0x0a;
const LINE_END_OCTETS = 2;
const GROUP_DIGITS = 4;
const GROUP_OCTETS = 3;
const NOT_PLAIN = -1;
const NOTHING = new Uint8Array();

/**
 * Base64 in chunks (RFC 2045 §6.8); skips other octets. Complete padding ends the text: mailing lists append
 * footers. Missing padding is accepted.
 */
export function createBase64Decoder(): OctetDecoder {
  let bits = 0;
  let sextets = 0;
  let isEnded = false;

  function write(octets: Uint8Array): Uint8Array {
    if (isEnded) return NOTHING;
    const output = Buffer.allocUnsafe(Math.ceil(((octets.length + sextets) * 3) / 4) + 1);
    const padding = octets.indexOf(PADDING);
    // A chunk may split CRLF.
    const cutEnd = octets.at(-1) === CR ? octets.length - 1 : octets.length;
    const plainEnd = padding < 0 ? cutEnd : padding;
    let index = octets[0] === LF ? 1 : 0;
    let length = 0;
    while (sextets > 0 && index < plainEnd) length += writeOctet(octets[index++] ?? 0, output, length);
    const plain = writeLines(octets.subarray(index, plainEnd), output.subarray(length));
    if (plain !== NOT_PLAIN) {
      index = plainEnd;
      length += plain;
    }
    return output.subarray(0, length + writeAny(octets.subarray(index), output.subarray(length)));
  }

  /** For equal lines, else NOT_PLAIN. */
  function writeLines(octets: Uint8Array, output: Buffer): number {
    const lineEnds = countLineEnds(octets);
    if (lineEnds === undefined || URL_DIGITS.some((digit) => octets.includes(digit))) return NOT_PLAIN;
    const digits = octets.length - lineEnds * LINE_END_OCTETS;
    const end = octets.length - octetsOfLast(digits % GROUP_DIGITS, octets);
    const length = Math.floor(digits / GROUP_DIGITS) * GROUP_OCTETS;
    // Node.js skips invalid digits.
    const text = Buffer.from(octets.buffer, octets.byteOffset, end).toString('latin1');
    if (output.write(text, 'base64') !== length) return NOT_PLAIN;
    return length + writeAny(octets.subarray(end), output.subarray(length));
  }

  function writeAny(octets: Uint8Array, output: Uint8Array): number {
    let length = 0;
    let index = 0;
    while (index < octets.length && !isEnded) {
      const group = sextets === 0 ? readGroup(octets, index) : BROKEN_GROUP;
      if (group === BROKEN_GROUP) {
        length += writeOctet(octets[index] ?? 0, output, length);
        index++;
      } else {
        output[length++] = group >> 16;
        output[length++] = group >> 8;
        output[length++] = group;
        index += 4;
      }
    }
    return length;
  }

  function writeOctet(octet: number, output: Uint8Array, start: number): number {
    const sextet = SEXTET_OF[octet] ?? JUNK;
    if (sextet !== JUNK) {
      bits = (bits << 6) | sextet;
      sextets++;
    }
    if (sextets < 4 && octet !== PADDING) return 0;
    isEnded = octet === PADDING && sextets > 1;
    return endGroup(output, start);
  }

  /** One sextet makes no octet. */
  function endGroup(output: Uint8Array, start: number): number {
    const aligned = bits << (6 * (4 - sextets));
    const completed = Math.max(sextets - 1, 0);
    for (let index = 0; index < completed; index++) output[start + index] = aligned >> (16 - 8 * index);
    bits = 0;
    sextets = 0;
    return completed;
  }

  function end(): Uint8Array {
    const output = new Uint8Array(3);
    return output.subarray(0, endGroup(output, 0));
  }

  return { write, end };
}

/** For inner lines of equal length. */
function countLineEnds(octets: Uint8Array): number | undefined {
  const first = octets.indexOf(CR);
  if (first < 0) return 0;
  const second = octets.indexOf(CR, first + 1);
  const step = second < 0 ? octets.length : second - first;
  let count = 0;
  for (let index = first; index < octets.length; index += step) {
    if (octets[index] !== CR || octets[index + 1] !== LF) return undefined;
    count++;
  }
  return count;
}

function octetsOfLast(digits: number, octets: Uint8Array): number {
  let position = octets.length;
  for (let left = digits; left > 0 && position > 0; position--) {
    if ((SEXTET_OF[octets[position - 1] ?? 0] ?? JUNK) !== JUNK) left--;
  }
  return octets.length - position;
}

function readGroup(octets: Uint8Array, index: number): number {
  const a = SEXTET_OF[octets[index] ?? 0] ?? JUNK;
  const b = SEXTET_OF[octets[index + 1] ?? 0] ?? JUNK;
  const c = SEXTET_OF[octets[index + 2] ?? 0] ?? JUNK;
  const d = SEXTET_OF[octets[index + 3] ?? 0] ?? JUNK;
  return (a | b | c | d) > MAX_SEXTET ? BROKEN_GROUP : (a << 18) | (b << 12) | (c << 6) | d;
}
