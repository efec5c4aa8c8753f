import type { AddressToken } from './address-tokens.ts';

/** The address, and the tokens before it. */
export interface FoundAddress {
  /** Without comments and white space, with quotes; empty for none. */
  readonly address: string;
  readonly rest: readonly AddressToken[];
}

/**
 * The first `local-part@domain` (RFC 5322 §3.4.1, §4.4). Words must touch or join by a dot: comments must not
 * join two domains.
 */
export function findAddrSpec(tokens: readonly AddressToken[]): FoundAddress {
  const at = tokens.findIndex((token) => token.kind === '@');
  if (at < 1 || at === tokens.length - 1) return { address: '', rest: tokens };
  const start = startOfLocalPart(tokens, at);
  const words = tokens.slice(start, endOfDomain(tokens, at));
  return { address: words.map(toAddressText).join(''), rest: tokens.slice(0, start) };
}

/** The words with single spaces. */
export function joinWords(tokens: readonly AddressToken[]): string {
  return tokens
    .map((token) => (isSpaced(token) ? ` ${toPlainText(token)}` : toPlainText(token)))
    .join('')
    .trim();
}

function startOfLocalPart(tokens: readonly AddressToken[], at: number): number {
  let start = at - 1;
  while (start > 0 && isJoined(tokens[start - 1], tokens[start])) start--;
  return start;
}

function endOfDomain(tokens: readonly AddressToken[], at: number): number {
  let end = at + 2;
  while (end < tokens.length && isJoined(tokens[end - 1], tokens[end])) end++;
  return end;
}

function isJoined(left: AddressToken | undefined, right: AddressToken | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  if (left.kind === '@' || right.kind === '@') return true;
  if (!isSpaced(right)) return left.kind === 'atom' && right.kind === 'atom';
  return toPlainText(left).endsWith('.') || toPlainText(right).startsWith('.');
}

function isSpaced(token: AddressToken): boolean {
  return 'isSpaced' in token && token.isSpaced;
}

function toPlainText(token: AddressToken): string {
  return 'text' in token ? token.text : token.kind;
}

function toAddressText(token: AddressToken): string {
  return token.kind === 'quoted' ? `"${token.text.replace(/["\\]/g, '\\$&')}"` : toPlainText(token);
}
