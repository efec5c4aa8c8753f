/** 76 with the `=` of a soft line break. */
const MAX_LINE_CHARACTERS = 75;

/** Encodes quoted-printable lines (RFC 2045 §6.7); LF and CRLF become line breaks. */
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

/** Trailing white space would be lost in transit. */
function encodeCharacter(character: string, isLast: boolean): string {
  const isWhiteSpace = character === ' ' || character === '\t';
  const isPlain = (character >= '!' && character <= '~' && character !== '=') || (isWhiteSpace && !isLast);
  return isPlain ? character : `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
