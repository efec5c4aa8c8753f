/** SMTP demands CRLF (RFC 5321 §2.3.8). */

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;

/** Lone CR and LF become CRLF: servers could disagree on a message's end. The same array if unchanged. */
export function toCrlf(octets: Uint8Array): Uint8Array {
  const loneEnds = countLoneEnds(octets);
  if (loneEnds === 0) return octets;
  const result = new Uint8Array(octets.length + loneEnds);
  let length = 0;
  for (let index = 0; index < octets.length; index++) {
    const octet = octets[index] ?? 0;
    if (octet === LF && octets[index - 1] !== CR) result[length++] = CR;
    result[length++] = octet;
    if (octet === CR && octets[index + 1] !== LF) result[length++] = LF;
  }
  return result;
}

/** A lone CR, which would begin a new field, becomes a space. */
export function toCrlfField(octets: Uint8Array): Uint8Array {
  const spaced = octets.map((octet, index) => (octet === CR && octets[index + 1] !== LF ? SPACE : octet));
  return toCrlf(spaced);
}

function countLoneEnds(octets: Uint8Array): number {
  let count = 0;
  for (let index = 0; index < octets.length; index++) {
    const octet = octets[index];
    if (octet === LF && octets[index - 1] !== CR) count++;
    else if (octet === CR && octets[index + 1] !== LF) count++;
  }
  return count;
}
