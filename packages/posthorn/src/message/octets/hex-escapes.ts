const DIGIT_OF = new Map(
  Array.from('0123456789abcdefABCDEF', (digit) => [digit.charCodeAt(0), Number.parseInt(digit, 16)] as const),
);

/** `=C3` (RFC 2045 §6.7, RFC 2047 §4.2) or `%C3` (RFC 2231 §4). A sign without two digits stays. */
export function decodeHexEscapes(octets: Uint8Array, sign: '=' | '%'): Uint8Array {
  const signOctet = sign.charCodeAt(0);
  if (!octets.includes(signOctet)) return octets.slice();
  const output = new Uint8Array(octets.length);
  let length = 0;
  for (let index = 0; index < octets.length; index++) {
    const octet = octets[index] ?? 0;
    const escaped = octet === signOctet ? readOctet(octets, index + 1) : undefined;
    output[length++] = escaped ?? octet;
    if (escaped !== undefined) index += 2;
  }
  return output.subarray(0, length);
}

function readOctet(octets: Uint8Array, start: number): number | undefined {
  const high = DIGIT_OF.get(octets[start] ?? 0);
  const low = DIGIT_OF.get(octets[start + 1] ?? 0);
  return high === undefined || low === undefined ? undefined : high * 16 + low;
}
