import type { OctetText } from '../octet-text.ts';
import { QUOTED_STRING, TextScanner, unquote } from './text-scanner.ts';

/** A group starts without `host`, with `mailbox` as its name; at its end both are undefined. */
export interface EnvelopeAddress {
  readonly name: OctetText | undefined;
  readonly mailbox: OctetText | undefined;
  readonly host: OctetText | undefined;
}

/** Bounds the response line. */
const MAX_ADDRESSES = 10_000;
const WHITESPACE = /\s+/y;
const ATOM = /[^\s"(),:;<>@\\[\].]+|\\./y;
const DOMAIN_LITERAL = /\[[^\]]*\]?/y;
const SPECIAL = /[\s\S]/y;
const LINEAR_WHITESPACE = /\s+/g;

/** RFC 5322 §3.4, RFC 3501 §7.4.2; an unreadable address has no host. */
export function parseAddressList(text: OctetText): readonly EnvelopeAddress[] {
  const reader = new AddressReader();
  for (const token of tokens(text)) {
    reader.take(token);
    if (reader.addresses.length >= MAX_ADDRESSES) break;
  }
  reader.finish();
  return reader.addresses;
}

interface Token {
  readonly kind: 'word' | 'quoted' | 'comment' | 'space' | 'special';
  readonly text: string;
}

function* tokens(text: string): Generator<Token> {
  const scanner = new TextScanner(text);
  while (!scanner.isAtEnd) yield takeToken(scanner);
}

function takeToken(scanner: TextScanner): Token {
  const comment = scanner.takeComment();
  if (comment !== undefined) return { kind: 'comment', text: unquote(comment) };
  const quoted = scanner.take(QUOTED_STRING);
  if (quoted !== '') return { kind: 'quoted', text: unquote(quoted) };
  if (scanner.take(WHITESPACE) !== '') return { kind: 'space', text: ' ' };
  const word = scanner.take(ATOM) || scanner.take(DOMAIN_LITERAL);
  return word === '' ? { kind: 'special', text: scanner.take(SPECIAL) } : { kind: 'word', text: word };
}

class AddressReader {
  readonly addresses: EnvelopeAddress[] = [];
  #words = '';
  #comment: string | undefined;
  #angle: string | undefined;
  #isInAngle = false;
  #isInGroup = false;

  take(token: Token): void {
    if (token.kind === 'comment') this.#comment = token.text;
    else if (token.kind === 'special') this.#takeSpecial(token.text);
    else this.#addText(token.text);
  }

  finish(): void {
    this.#finishAddress();
    if (this.#isInGroup) this.#endGroup();
  }

  #addText(text: string): void {
    if (this.#isInAngle) this.#angle = (this.#angle ?? '') + text;
    else this.#words += text;
  }

  #takeSpecial(text: string): void {
    if (text === '<') {
      this.#isInAngle = true;
      this.#angle = '';
    } else if (text === '>') this.#isInAngle = false;
    else if (this.#isInAngle) this.#addText(text);
    else if (text === ',') this.#finishAddress();
    else if (text === ':' && !this.#isInGroup) this.#startGroup();
    else if (text === ';' && this.#isInGroup) {
      this.#finishAddress();
      this.#endGroup();
    } else this.#addText(text);
  }

  #startGroup(): void {
    this.addresses.push({ name: undefined, mailbox: tidy(this.#words), host: undefined });
    this.#isInGroup = true;
    this.#clear();
  }

  #endGroup(): void {
    this.addresses.push({ name: undefined, mailbox: undefined, host: undefined });
    this.#isInGroup = false;
    this.#clear();
  }

  #finishAddress(): void {
    const words = tidy(this.#words);
    const specification = this.#angle === undefined ? words : withoutRoute(this.#angle);
    const phrase = this.#angle === undefined ? '' : words;
    const name = phrase || this.#comment;
    if (specification !== '' || name) this.addresses.push(toAddress(specification, name || undefined));
    this.#clear();
  }

  #clear(): void {
    this.#words = '';
    this.#comment = undefined;
    this.#angle = undefined;
    this.#isInAngle = false;
  }
}

function toAddress(specification: string, name: string | undefined): EnvelopeAddress {
  const compact = specification.replace(LINEAR_WHITESPACE, ' ').trim();
  const at = compact.lastIndexOf('@');
  if (at < 0) return { name, mailbox: compact, host: '' };
  return { name, mailbox: compact.slice(0, at).trim(), host: compact.slice(at + 1).trim() };
}

/** Drops an obsolete source route (RFC 5322 §4.4). */
function withoutRoute(angle: string): string {
  const colon = angle.startsWith('@') ? angle.indexOf(':') : -1;
  return angle.slice(colon + 1);
}

function tidy(words: string): string {
  return words.replace(LINEAR_WHITESPACE, ' ').trim();
}
