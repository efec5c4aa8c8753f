/** Compiles the expressions of configuration files to patterns that take linear time. */
import { RE2JS, RE2JSException } from 're2js';
import type { UserNamePattern } from '../domain/mail-server-entry.ts';
import { stripExtendedSyntax } from './extended-syntax.ts';

export type MatchPattern = { readonly pattern: UserNamePattern } | { readonly reason: string };

interface Expression {
  readonly body: string;
  readonly flags: string;
}

/** Delimiters of PHP expressions: each with its closing counterpart. */
const DELIMITERS: ReadonlyMap<string, string> = new Map([
  ['/', '/'],
  ['#', '#'],
  ['~', '~'],
  ['!', '!'],
  ['{', '}'],
  ['(', ')'],
  ['[', ']'],
  ['<', '>'],
]);
const PHP_FLAGS = /^[imsxu]*$/;
/** `g` and `d` change nothing in a test for a match; `y` and `v` change what matches. */
const LITERAL_FLAGS = /^[imsugd]*$/;

/**
 * The pattern of a PHP-style text such as `/@example\.org$/i` or of a RegExp, or the reason why there
 * is none: no delimiters, an unknown flag, or syntax that cannot run in linear time (look-around,
 * back-references). The expression may match anywhere in the text.
 */
export function compileMatchPattern(source: string | RegExp): MatchPattern {
  return compile(source, (regex, text) => regex.test(text));
}

/** The same for an expression that has to match the whole text, with or without `^` and `$`. */
export function compileWholePattern(source: string | RegExp): MatchPattern {
  return compile(source, (regex, text) => regex.testExact(text));
}

function compile(source: string | RegExp, test: (regex: RE2JS, text: string) => boolean): MatchPattern {
  const expression = source instanceof RegExp ? readLiteral(source) : readPhpExpression(source);
  if ('reason' in expression) return expression;
  try {
    const regex = RE2JS.compile(expression.body, toEngineFlags(expression.flags));
    return { pattern: { source: String(source), matches: (text) => test(regex, text) } };
  } catch (error) {
    if (error instanceof RE2JSException) return { reason: error.message };
    throw error;
  }
}

function readLiteral(literal: RegExp): Expression | { readonly reason: string } {
  if (!LITERAL_FLAGS.test(literal.flags))
    return { reason: `the flags "${literal.flags}" are not among i m s u` };
  // The translation writes the flags into the expression.
  return { body: RE2JS.translateRegExp(literal), flags: '' };
}

function readPhpExpression(source: string): Expression | { readonly reason: string } {
  const open = source[0] ?? '';
  const close = DELIMITERS.get(open);
  if (close === undefined) return { reason: 'it does not start with one of the delimiters / # ~ ! { ( [ <' };
  const end = findClosingDelimiter(source, open, close);
  if (end === undefined) return { reason: `it has no closing ${close}` };
  const flags = source.slice(end + 1);
  if (!PHP_FLAGS.test(flags)) return { reason: `the flags "${flags}" are not among i m s x u` };
  const body = source.slice(1, end);
  return { body: flags.includes('x') ? stripExtendedSyntax(body) : body, flags };
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

/** `u` is always on in this engine, and `x` is gone by now. */
function toEngineFlags(flags: string): number {
  const ignoreCase = flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0;
  const multiline = flags.includes('m') ? RE2JS.MULTILINE : 0;
  const dotAll = flags.includes('s') ? RE2JS.DOTALL : 0;
  return ignoreCase | multiline | dotAll;
}
