/** Finds dots in regular expressions that were probably meant as dots. */

const QUANTIFIERS: ReadonlySet<string> = new Set(['*', '+', '?', '{']);

/**
 * True when the expression has a dot that matches one character of any kind: without a backslash,
 * outside of a character class, and not repeated as in `.*`. `gmail.com` with such a dot also matches
 * `gmailXcom`. Takes the expression without delimiters.
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
