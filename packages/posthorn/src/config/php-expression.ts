/** Takes regular expressions apart that are written as in PHP: delimiters and flags in one text. */

/** A regular expression without its delimiters. */
export interface PhpExpression {
  /** The text between the delimiters, unchanged. */
  readonly body: string;
  readonly flags: string;
}

/** Delimiters that open and close differently; any other one closes itself. */
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['(', ')'],
  ['[', ']'],
  ['<', '>'],
]);
/** PHP takes any ASCII punctuation but the backslash. */
const DELIMITER = /^[!-/:-@[\]-`{-~]$/;
/** White space before the expression and among the flags has no meaning in PHP. */
const LEADING_SPACE = /^[ \t\n\v\f\r]+/;
const FLAG_SPACE = /[ \n\r]/g;
/**
 * i m s x, and `A` (anchored at the start) change what matches. The others change nothing here: `u` and `D`
 * hold in any case, since patterns work on Unicode and user names have no line break; `U` and `n` do not
 * change whether there is a match; `X`, `S` and `J` have no part in it.
 */
const FLAGS = /^[imsxAuDUnXSJ]*$/;

/** Body and flags of a PHP expression such as `/@example\.org$/i`, or the reason why it is not one. */
export function parsePhpExpression(source: string): PhpExpression | { readonly reason: string } {
  const text = source.replace(LEADING_SPACE, '');
  const open = text.charAt(0);
  if (!DELIMITER.test(open)) return { reason: 'it does not start with a delimiter such as / # ~ or {' };
  const close = CLOSING.get(open) ?? open;
  const end = findClosingDelimiter(text, open, close);
  if (end === undefined) return { reason: `it has no closing ${close}` };
  const flags = text.slice(end + 1).replace(FLAG_SPACE, '');
  if (!FLAGS.test(flags)) return { reason: `the flags "${flags}" are not among i m s x u A D U n X S J` };
  return { body: text.slice(1, end), flags };
}

/** Brackets may nest; other delimiters end at the first one without a backslash, as in PHP. */
function findClosingDelimiter(source: string, open: string, close: string): number | undefined {
  let depth = 1;
  for (let index = 1; index < source.length; index += 1) {
    const character = source[index];
    if (character === '\\') index += 1;
    else if (character === close) depth -= 1;
    else if (character === open) depth += 1;
    if (depth === 0) return index;
  }
  return undefined;
}
