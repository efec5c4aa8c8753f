import { RE2JS, RE2JSException } from 're2js';
import type { UserNamePattern } from '../domain/accounts/mail-server-entry.ts';
import { stripExtendedSyntax } from './extended-syntax.ts';
import { type PhpExpression, parsePhpExpression } from './php-expression.ts';

export type MatchPattern = { readonly pattern: UserNamePattern } | { readonly reason: string };

/** `y` and `v` would affect tests. */
const LITERAL_FLAGS = /^[imsugd]*$/;

/**
 * A RegExp or PHP-style text such as `/@example\.org$/i`, unanchored, or why not: delimiters, flags, or
 * non-linear syntax (look-around, back-references).
 */
export function compileMatchPattern(source: string | RegExp): MatchPattern {
  return compile(source, (regex, text) => regex.test(text));
}

/** `compileMatchPattern` for the whole text. */
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

function readLiteral(literal: RegExp): PhpExpression | { readonly reason: string } {
  if (!LITERAL_FLAGS.test(literal.flags))
    return { reason: `the flags "${literal.flags}" are not among i m s u` };
  // It embeds the flags.
  return { body: RE2JS.translateRegExp(literal), flags: '' };
}

/** Rewrites flags that the engine lacks. */
function readPhpExpression(source: string): PhpExpression | { readonly reason: string } {
  const expression = parsePhpExpression(source);
  if ('reason' in expression) return expression;
  const { flags } = expression;
  const body = flags.includes('x') ? stripExtendedSyntax(expression.body) : expression.body;
  return { body: flags.includes('A') ? `\\A(?:${body})` : body, flags };
}

function toEngineFlags(flags: string): number {
  const ignoreCase = flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0;
  const multiline = flags.includes('m') ? RE2JS.MULTILINE : 0;
  const dotAll = flags.includes('s') ? RE2JS.DOTALL : 0;
  return ignoreCase | multiline | dotAll;
}
