/** The tokens of IMAP command lines and responses, in the shape that imapflow's parser and compiler share. */
import { decodeCharset } from '../../message/charset.ts';

/** One token. `section` and `partial` belong to items such as `BODY[HEADER.FIELDS (TO)]<0>`. */
export interface Token {
  readonly type: string;
  readonly value: string | Buffer;
  readonly section?: readonly TokenNode[];
  readonly partial?: readonly number[];
}

/** A token, a parenthesised list, or NIL. */
export type TokenNode = Token | readonly TokenNode[] | null;

/** An atom: a keyword, a flag, a number. Never build one from outside text. */
export function atom(value: string): Token {
  return { type: 'ATOM', value };
}

/** Outside text as a quoted string, or as a literal where quoting cannot carry it (RFC 9051 §4.3). */
export function text(value: string): Token {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these characters cannot be quoted
  const isQuotable = /^[\u0001-\u0009\u000b\u000c\u000e-\u007f]*$/.test(value);
  return isQuotable ? { type: 'STRING', value } : { type: 'LITERAL', value: Buffer.from(value) };
}

/** Octets that no quoted string can carry, such as a message. */
export function literal(value: Buffer): Token {
  return { type: 'LITERAL', value };
}

/** A sequence set such as `1:4,7`. */
export function sequence(value: string): Token {
  return { type: 'SEQUENCE', value };
}

/** `BODY.PEEK[section]<0.maxOctets>`: a part of a message, fetched without setting \Seen (RFC 9051 §6.4.5). */
export function bodyPeek(
  section: readonly TokenNode[],
  partial?: readonly [start: number, octets: number],
): Token {
  return { type: 'ATOM', value: 'BODY.PEEK', section, ...(partial && { partial }) };
}

/** True for a parenthesised list. */
export function isList(node: TokenNode | undefined): node is readonly TokenNode[] {
  return Array.isArray(node);
}

/** The token's text, upper-cased; empty for lists and NIL. For keywords. */
export function keyword(node: TokenNode | undefined): string {
  return (nodeText(node) ?? '').toUpperCase();
}

/** The token's text, null for NIL and lists. Octets outside UTF-8 in a literal are read as windows-1252. */
export function nodeText(node: TokenNode | undefined): string | null {
  if (!node || isList(node)) return null;
  return typeof node.value === 'string' ? node.value : decodeCharset(node.value, undefined);
}

/** The token's octets, null for NIL and lists. */
export function nodeOctets(node: TokenNode | undefined): Buffer | null {
  if (!node || isList(node)) return null;
  return typeof node.value === 'string' ? Buffer.from(node.value) : node.value;
}

/** The token as a number, undefined when it is no unsigned decimal. */
export function nodeNumber(node: TokenNode | undefined): number | undefined {
  const value = nodeText(node);
  return value !== null && /^[0-9]{1,20}$/.test(value) ? Number(value) : undefined;
}
