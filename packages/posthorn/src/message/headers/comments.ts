/** Comments become spaces (RFC 5322 §3.2.2). They nest; an unclosed one runs to the end. */
export function withoutComments(text: string): string {
  let plain = '';
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? '';
    if (character === '(') {
      depth++;
      plain += ' ';
    } else if (depth === 0) {
      plain += character;
    } else if (character === ')') {
      depth--;
    } else if (character === '\\') {
      index++;
    }
  }
  return plain;
}
