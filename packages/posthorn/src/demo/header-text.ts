/** 60 characters in base64; below 75 with charset and delimiters. */
const MAX_WORD_OCTETS = 45;
const PRINTABLE_ASCII = /^[ -~]*$/;

/** ASCII unchanged, else UTF-8 encoded words (RFC 2047), one per line. */
export function toHeaderText(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text;
  return splitText(text)
    .map((part) => `=?utf-8?B?${Buffer.from(part).toString('base64')}?=`)
    .join('\r\n ');
}

/** Splits between characters. */
function splitText(text: string): readonly string[] {
  const parts = [''];
  for (const character of text) {
    const longer = `${parts.at(-1)}${character}`;
    if (Buffer.byteLength(longer) > MAX_WORD_OCTETS) parts.push(character);
    else parts[parts.length - 1] = longer;
  }
  return parts;
}
