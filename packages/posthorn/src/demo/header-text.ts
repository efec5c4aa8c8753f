/** Writes text of header fields as encoded words (RFC 2047). */

/** 45 octets become 60 characters of base64; with charset and delimiters that stays below 75. */
const MAX_WORD_OCTETS = 45;
const PRINTABLE_ASCII = /^[ -~]*$/;

/** The text itself when it is ASCII, else as UTF-8 in encoded words, each on a line of its own. */
export function toHeaderText(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text;
  return splitText(text)
    .map((part) => `=?utf-8?B?${Buffer.from(part).toString('base64')}?=`)
    .join('\r\n ');
}

/** Splits between characters, never inside of one. */
function splitText(text: string): readonly string[] {
  const parts = [''];
  for (const character of text) {
    const longer = `${parts.at(-1)}${character}`;
    if (Buffer.byteLength(longer) > MAX_WORD_OCTETS) parts.push(character);
    else parts[parts.length - 1] = longer;
  }
  return parts;
}
