/** Writes octets as quoted-printable (RFC 2045 §6.7). */

/** A line has 76 characters; one of them is the `=` of a soft line break. */
const MAX_LINE_CHARACTERS = 75;

/** The octets as lines with CRLF. Line feeds and CRLF in the octets become line breaks. */
export function toQuotedPrintable(octets: Buffer): string {
  const lines = octets.toString('latin1').split(/\r?\n/);
  return lines.map(encodeLine).join('\r\n');
}

function encodeLine(line: string): string {
  let result = '';
  let length = 0;
  for (let index = 0; index < line.length; index += 1) {
    const token = encodeCharacter(line.charAt(index), index === line.length - 1);
    const isFull = length + token.length > MAX_LINE_CHARACTERS;
    result += isFull ? `=\r\n${token}` : token;
    length = isFull ? token.length : length + token.length;
  }
  return result;
}

/** White space at the end of a line would get lost on the way. */
function encodeCharacter(character: string, isLast: boolean): string {
  const isWhiteSpace = character === ' ' || character === '\t';
  const isPlain = (character >= '!' && character <= '~' && character !== '=') || (isWhiteSpace && !isLast);
  return isPlain ? character : `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
