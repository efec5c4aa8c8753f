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

/** Digits of base64url (RFC 4648 §5), which Node.js takes and mail does not have. */
const URL_DIGITS = [0x2d, 0x5f];
const LINE_END = '\r\n';
const NOT_PLAIN = -1;

/**
 * Skips octets outside the alphabet, as the RFC asks. Padding ends a group of four wherever it
 * stands, so that joined base64 texts decode as a whole; missing padding is no fault.
 */
export function createBase64Decoder(): OctetDecoder {
  let bits = 0;
  let sextets = 0;

  function write(octets: Uint8Array): Uint8Array {
    const output = Buffer.allocUnsafe(Math.ceil(((octets.length + sextets) * 3) / 4) + 1);
    const padding = octets.indexOf(PADDING);
    const plainEnd = padding < 0 ? octets.length : padding;
    let index = 0;
    let length = 0;
    while (sextets > 0 && index < plainEnd) length += writeOctet(octets[index++] ?? 0, output, length);
    const plain = writeLines(octets.subarray(index, plainEnd), output.subarray(length));
    if (plain !== NOT_PLAIN) {
      index = plainEnd;
      length += plain;
    }
    return output.subarray(0, length + writeAny(octets.subarray(index), output.subarray(length)));
  }

  /** Decodes lines of digits and returns how many octets they gave; NOT_PLAIN where there is anything else between them. */
  function writeLines(octets: Uint8Array, output: Buffer): number {
    if (URL_DIGITS.some((digit) => octets.includes(digit))) return NOT_PLAIN;
    const digits = toDigits(octets);
    const rest = digits.length % 4;
    const length = ((digits.length - rest) / 4) * 3;
    // What is no digit is skipped there, and so leaves less than all digits would have given.
    if (output.write(digits.slice(0, digits.length - rest), 'base64') !== length) return NOT_PLAIN;
    const tail = writeAny(Buffer.from(digits.slice(digits.length - rest), 'latin1'), output.subarray(length));
    return length + tail;
  }

  function writeAny(octets: Uint8Array, output: Uint8Array): number {
    let length = 0;
    let index = 0;
    while (index < octets.length) {
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

  /** Consumes one octet and returns how many octets it completes at `start` of `output`. */
  function writeOctet(octet: number, output: Uint8Array, start: number): number {
    const sextet = SEXTET_OF[octet] ?? JUNK;
    if (sextet !== JUNK) {
      bits = (bits << 6) | sextet;
      sextets++;
    }
    if (sextets < 4 && octet !== PADDING) return 0;
    return endGroup(output, start);
  }

  /** Writes the whole octets of a group, finished or not, and returns how many; a single sextet is not one octet. */
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

/** The octets without line ends. A piece may begin and end within one. */
function toDigits(octets: Uint8Array): string {
  const text = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString('latin1');
  const start = text.startsWith('\n') ? 1 : 0;
  const end = text.endsWith('\r') ? text.length - 1 : text.length;
  return text.slice(start, end).replaceAll(LINE_END, '');
}

/** The 24 bits of four digits in a row; BROKEN_GROUP when one of the four is no digit. */
function readGroup(octets: Uint8Array, index: number): number {
  const a = SEXTET_OF[octets[index] ?? 0] ?? JUNK;
  const b = SEXTET_OF[octets[index + 1] ?? 0] ?? JUNK;
  const c = SEXTET_OF[octets[index + 2] ?? 0] ?? JUNK;
  const d = SEXTET_OF[octets[index + 3] ?? 0] ?? JUNK;
  return (a | b | c | d) > MAX_SEXTET ? BROKEN_GROUP : (a << 18) | (b << 12) | (c << 6) | d;
}
