import { isMemberName } from './member-name.ts';

/**
 * Syntax of `relfield:fields[TYPE]`. `prefixed`: `+a`, `-b` or `*`. `2024`, the later draft: a bare name
 * adds, and `+` is illegal.
 */
export type TokenGrammar = 'prefixed' | '2024';

export type FieldTokenKind = 'add' | 'exclude' | 'wildcard' | 'missing-prefix' | 'invalid-field-name';

/** A fieldset's token. */
export interface FieldToken {
  /** Always `add` in `fields[TYPE]`. */
  readonly kind: FieldTokenKind;
  readonly name: string;
  /** In the decoded value, in UTF-16 units. */
  readonly position: number;
}

/** Syntax rules of `relfield:fields[TYPE]`. */
export interface TokenRules {
  readonly grammar: TokenGrammar;
  /** Reads a leading space as plus, for re-encoding proxies. */
  readonly spaceIsPlus: boolean;
}

/** Parses a decoded value in order; none if empty. Never throws. */
export function parseFieldTokens(value: string, { grammar, spaceIsPlus }: TokenRules): readonly FieldToken[] {
  if (grammar === '2024') return splitTokens(value, readUnprefixed);
  return splitTokens(value, spaceIsPlus ? readWithSpace : readPrefixed);
}

/** Parses decoded names as `add` tokens; none if empty. Never throws. */
export function parseFieldNames(value: string): readonly FieldToken[] {
  return splitTokens(value, readName);
}

/** Counts tokens without building them. */
export function countTokens(value: string): number {
  if (value === '') return 0;
  let count = 1;
  for (let comma = value.indexOf(','); comma !== -1; comma = value.indexOf(',', comma + 1)) count += 1;
  return count;
}

function splitTokens(value: string, readToken: (text: string, position: number) => FieldToken): FieldToken[] {
  const tokens: FieldToken[] = [];
  if (value === '') return tokens;
  for (let start = 0; start <= value.length; ) {
    const comma = value.indexOf(',', start);
    const end = comma === -1 ? value.length : comma;
    tokens.push(readToken(value.slice(start, end), start));
    start = end + 1;
  }
  return tokens;
}

function readPrefixed(text: string, position: number): FieldToken {
  if (text === '*') return { kind: 'wildcard', name: text, position };
  const prefix = text.charAt(0);
  if (prefix === '+') return checkName({ kind: 'add', name: text.slice(1), position });
  if (prefix === '-') return checkName({ kind: 'exclude', name: text.slice(1), position });
  return { kind: 'missing-prefix', name: text, position };
}

function readWithSpace(text: string, position: number): FieldToken {
  return readPrefixed(text.startsWith(' ') ? `+${text.slice(1)}` : text, position);
}

function readUnprefixed(text: string, position: number): FieldToken {
  if (text === '*' || text.startsWith('-')) return readPrefixed(text, position);
  return readName(text, position);
}

function readName(text: string, position: number): FieldToken {
  return checkName({ kind: 'add', name: text, position });
}

function checkName(token: FieldToken): FieldToken {
  return isMemberName(token.name) ? token : { ...token, kind: 'invalid-field-name' };
}
