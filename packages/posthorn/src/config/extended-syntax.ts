const WHITE_SPACE = /\s/;

/**
 * Removes white space and `#` comments (PCRE_EXTENDED), except after backslashes and in character classes.
 */
export function stripExtendedSyntax(expression: string): string {
  let result = '';
  let isInClass = false;
  for (let index = 0; index < expression.length; index += 1) {
    const character = expression.charAt(index);
    if (character === '\\') {
      result += expression.slice(index, index + 2);
      index += 1;
    } else if (!isInClass && character === '#') {
      index = endOfLine(expression, index);
    } else if (isInClass || !WHITE_SPACE.test(character)) {
      result += character;
      isInClass = isInClass ? character !== ']' : character === '[';
    }
  }
  return result;
}

function endOfLine(text: string, start: number): number {
  const newline = text.indexOf('\n', start);
  return newline === -1 ? text.length : newline;
}
