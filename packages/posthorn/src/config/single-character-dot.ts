const QUANTIFIERS: ReadonlySet<string> = new Set(['*', '+', '?', '{']);

/**
 * True for an unescaped dot outside classes, not repeated as in `.*`: `gmail.com` also matches `gmailXcom`.
 * Without delimiters.
 */
export function hasSingleCharacterDot(expression: string): boolean {
  let isInClass = false;
  for (let index = 0; index < expression.length; index += 1) {
    const character = expression.charAt(index);
    if (character === '\\') index += 1;
    else if (isInClass) isInClass = character !== ']';
    else if (character === '[') isInClass = true;
    else if (character === '.' && !QUANTIFIERS.has(expression.charAt(index + 1))) return true;
  }
  return false;
}
