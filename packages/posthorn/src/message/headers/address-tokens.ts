/** RFC 5322 §3.2, §3.4, §4.4; texts stay encoded. */

export type AddressToken =
  /** `isSpaced`: after white space or a comment. */
  | { readonly kind: 'atom'; readonly text: string; readonly isSpaced: boolean }
  | { readonly kind: 'quoted'; readonly text: string; readonly isSpaced: boolean }
  | { readonly kind: 'literal'; readonly text: string; readonly isSpaced: boolean }
  | { readonly kind: 'comment'; readonly text: string }
  | { readonly kind: AddressSpecial };

export type AddressSpecial = '<' | '>' | ',' | ';' | ':' | '@';

/** After one unclosed bracket all others are literal: searching each end is quadratic. */
interface Scanner {
  readonly value: string;
  position: number;
  readonly unclosed: Set<string>;
}

const SPECIALS = new Set<string>(['<', '>', ',', ';', ':', '@']);
const ENCODED_WORD = /=\?[^?\s]+\?[bq]\?[^?\s]*\?=/iy;
const ATOM = /[^\s<>,;:@"([=]+|[=([]/y;
const SPACE = /\s*/y;

/** Never throws; linear. */
export function* readAddressTokens(value: string): Generator<AddressToken> {
  const scanner: Scanner = { value, position: 0, unclosed: new Set() };
  let isAfterComment = false;
  while (true) {
    const isSpaced = matchAt(SPACE, scanner) !== '' || isAfterComment;
    const character = value[scanner.position];
    if (character === undefined) return;
    const token = readToken(scanner, character, isSpaced);
    isAfterComment = token.kind === 'comment';
    yield token;
  }
}

function readToken(scanner: Scanner, character: string, isSpaced: boolean): AddressToken {
  if (isSpecial(character)) {
    scanner.position++;
    return { kind: character };
  }
  const quoted = character === '"' ? readEnclosed(scanner, '"') : undefined;
  if (quoted !== undefined) return { kind: 'quoted', text: quoted, isSpaced };
  const comment = character === '(' ? readEnclosed(scanner, ')') : undefined;
  if (comment !== undefined) return { kind: 'comment', text: comment };
  const literal = character === '[' ? readEnclosed(scanner, ']') : undefined;
  if (literal !== undefined) return { kind: 'literal', text: `[${literal}]`, isSpaced };
  const text = matchAt(ENCODED_WORD, scanner) || matchAt(ATOM, scanner) || takeCharacter(scanner);
  return { kind: 'atom', text, isSpaced };
}

/** Without escapes; only comments nest. Undefined if unclosed. */
function readEnclosed(scanner: Scanner, closing: '"' | ')' | ']'): string | undefined {
  if (scanner.unclosed.has(closing)) return undefined;
  const { value } = scanner;
  let text = '';
  let depth = 1;
  for (let index = scanner.position + 1; index < value.length; index++) {
    const character = value[index];
    if (character === closing) depth--;
    else if (character === '(' && closing === ')') depth++;
    if (depth === 0) {
      scanner.position = index + 1;
      return text;
    }
    if (character === '\\' && index + 1 < value.length) index++;
    text += value[index];
  }
  scanner.unclosed.add(closing);
  return undefined;
}

function matchAt(pattern: RegExp, scanner: Scanner): string {
  pattern.lastIndex = scanner.position;
  const text = pattern.exec(scanner.value)?.[0] ?? '';
  scanner.position += text.length;
  return text;
}

function takeCharacter(scanner: Scanner): string {
  return scanner.value[scanner.position++] ?? '';
}

function isSpecial(character: string): character is AddressSpecial {
  return SPECIALS.has(character);
}
