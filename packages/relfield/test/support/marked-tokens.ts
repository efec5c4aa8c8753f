/** Shows where tokens start, by a caret under the value. */

import type { FieldToken } from 'relfield';

/** Gives two lines for each token: the value, and a caret with what was read there. */
export function markTokens(value: string, tokens: readonly FieldToken[]): readonly string[] {
  return tokens.flatMap(({ kind, name, position }) => [value, `${' '.repeat(position)}^ ${kind} '${name}'`]);
}
