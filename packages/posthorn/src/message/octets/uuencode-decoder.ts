import { createLineDecoder } from './line-decoder.ts';
import type { OctetDecoder } from './octet-decoder.ts';

const SPACE = 0x20;
const LAST_DIGIT = 0x60;
const SEXTET_MASK = 0x3f;
const NOTHING = new Uint8Array(0);

/** x-uuencode of old mail, between `begin` and `end`; skips broken lines. */
export function createUuencodeDecoder(): OctetDecoder {
  let isInside = false;

  function decodeLine(line: Uint8Array): Uint8Array {
    const word = Buffer.from(line.subarray(0, 6)).toString('latin1');
    if (!isInside) {
      isInside = word === 'begin ';
      return NOTHING;
    }
    if (word.trimEnd() === 'end') {
      isInside = false;
      return NOTHING;
    }
    return decodeGroups(line);
  }

  return createLineDecoder(decodeLine);
}

/** Final spaces may be lost. */
function decodeGroups(digits: Uint8Array): Uint8Array {
  const first = digits[0] ?? LAST_DIGIT;
  if (first < SPACE || first > LAST_DIGIT) return NOTHING;
  const count = Math.min(toSextet(first), digits.length);
  const octets = new Uint8Array(count);
  for (let index = 0; index < count; index++) {
    const digit = 1 + Math.floor(index / 3) * 4 + (index % 3);
    const pair = (toSextet(digits[digit] ?? SPACE) << 6) | toSextet(digits[digit + 1] ?? SPACE);
    octets[index] = pair >> (4 - 2 * (index % 3));
  }
  return octets;
}

function toSextet(digit: number): number {
  return (digit - SPACE) & SEXTET_MASK;
}
