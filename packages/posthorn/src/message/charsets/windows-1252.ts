import iconv from 'iconv-lite';

const FIRST = 0x80;
const END = 0xa0;
/** From A0, octets are code points; five undefined ones are control characters. */
const OCTET_OF: ReadonlyMap<string, number> = new Map(
  Array.from({ length: END - FIRST }, (_, index) => FIRST + index)
    .flatMap((octet) => [
      [String.fromCharCode(octet), octet] as const,
      [decodeWindows1252(Uint8Array.of(octet)), octet] as const,
    ])
    .filter(([character]) => character !== '\ufffd'),
);
const BEYOND_ASCII = /[^\p{ASCII}]/gu;
const BEYOND_EIGHT_BIT = /[^\p{ASCII}\u0080-\u00ff]/u;

/** Includes ISO-8859-1. */
export function decodeWindows1252(octets: Uint8Array): string {
  // Some Node releases' TextDecoder takes it for ISO-8859-1, which loses quotes and dashes.
  return iconv.decode(octets, 'windows-1252');
}

/** Undefined for other text. */
export function toWindows1252(text: string): Uint8Array | undefined {
  const octets = text.replace(BEYOND_ASCII, (character) => {
    const octet = OCTET_OF.get(character);
    return octet === undefined ? character : String.fromCharCode(octet);
  });
  return BEYOND_EIGHT_BIT.test(octets) ? undefined : Buffer.from(octets, 'latin1');
}
