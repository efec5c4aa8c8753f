/** Finds `local-part@domain` among the tokens of one mailbox (RFC 5322 §3.4.1, obsolete forms §4.4). */
import type { AddressToken } from './address-tokens.ts';

/** The address, and the remaining tokens. */
export interface FoundAddress {
  /** Without comments and white space, quotes kept; empty when there is none. */
  readonly address: string;
  /** The tokens before the address: the display name in mail that lacks angle brackets. */
  readonly rest: readonly AddressToken[];
}

/**
 * The first address of the tokens. Words belong to it only where they touch or a dot joins them: a
 * comment must not glue two domains together.
 */
export function findAddrSpec(tokens: readonly AddressToken[]): FoundAddress {
  const at = tokens.findIndex((token) => token.kind === '@');
  if (at < 1 || at === tokens.length - 1) return { address: '', rest: tokens };
  const start = startOfLocalPart(tokens, at);
  const words = tokens.slice(start, endOfDomain(tokens, at));
  return { address: words.map(toAddressText).join(''), rest: tokens.slice(0, start) };
}

/** The texts of the tokens, with one space where the field has white space or a comment. */
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
