/** An expression without delimiters. */
export interface PhpExpression {
  readonly body: string;
  readonly flags: string;
}

/** Others close themselves. */
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['(', ')'],
  ['[', ']'],
  ['<', '>'],
]);
/** ASCII punctuation without the backslash. */
const DELIMITER = /^[!-/:-@[\]-`{-~]$/;
/** PHP ignores it. */
const LEADING_SPACE = /^[ \t\n\v\f\r]+/;
const FLAG_SPACE = /[ \n\r]/g;
/**
 * i m s x and `A` (anchored) affect matches. `u` and `D` always apply (patterns are Unicode, user names have
 * no line break); `U`, `n`, `X`, `S` and `J` never.
 */
const FLAGS = /^[imsxAuDUnXSJ]*$/;

/** Parses `/@example\.org$/i`, or returns why not. */
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

/** Brackets may nest; others end unescaped. */
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
