/** Reads the values of one complete response with its literals in place (RFC 9051 §4). */
import { decodeText } from './decode-text.ts';
import { BACKSLASH, CLOSE, CLOSE_BRACE, CR, LF, OPEN, OPEN_BRACE, PLUS, QUOTE, TILDE } from './octets.ts';
import { shortText } from './short-text.ts';
import { SyntaxFailure } from './syntax-failure.ts';
import { isDelimiter, TokenCursor } from './token-cursor.ts';

const [UPPER_N, UPPER_I, UPPER_L] = Buffer.from('NIL');

/** Literals are copied up to this size; a larger one stays part of the octets that were received with it. */
const MAX_COPIED_OCTETS = 64 * 1024;

/** The octets of a string value, or null for NIL, or `streamed` for a literal that went to a sink. */
export type StringOctets = Buffer | null | 'streamed';

/** A position in the values of one response: strings, literals and lists. */
export class ResponseCursor extends TokenCursor {
  /** The offsets of literals whose octets went to a sink. */
  readonly #streamed: ReadonlySet<number> | undefined;

  constructor(octets: Buffer, streamed?: ReadonlySet<number>) {
    super(octets);
    this.#streamed = streamed;
  }

  /** A string or an atom as text; null for NIL. */
  nullableText(): string | null {
    if (this.peek() === QUOTE) return this.#quoted();
    if (this.#skipNil()) return null;
    if (this.#isLiteralNext()) return this.#literalText();
    const atom = this.atom();
    return isNil(atom) ? null : atom;
  }

  /** A string or an atom as text. The word NIL is text here, as a mailbox may be called so. */
  text(): string {
    if (this.peek() === QUOTE) return this.#quoted();
    if (this.#isLiteralNext()) return this.#literalText();
    return this.atom();
  }

  /** A string as octets. */
  stringOctets(): StringOctets {
    if (this.peek() === QUOTE) return this.#quotedOctets();
    if (!this.#isLiteralNext()) {
      const atom = this.atom();
      return isNil(atom) ? null : Buffer.from(atom, 'latin1');
    }
    const literal = this.#literal();
    if (literal === undefined) return 'streamed';
    return literal.length > MAX_COPIED_OCTETS ? literal : Buffer.from(literal);
  }

  /** Calls `read` for each element of a parenthesised list; NIL is an empty one. */
  list(read: () => void): void {
    if (this.peek() !== OPEN) {
      if (this.nullableText() === null) return;
      throw new SyntaxFailure();
    }
    this.position += 1;
    for (;;) {
      this.skipSpaces();
      if (this.skip(CLOSE)) return;
      const before = this.position;
      read();
      if (this.position === before) throw new SyntaxFailure();
    }
  }

  /** The texts of a parenthesised list. */
  texts(): readonly string[] {
    const texts: string[] = [];
    this.list(() => texts.push(this.text()));
    return texts;
  }

  /** Passes one value of any depth, in linear time and without recursion. */
  skipValue(): void {
    let depth = 0;
    do {
      if (depth > 0) this.skipSpaces();
      const octet = this.peek();
      if (octet === OPEN) {
        depth += 1;
        this.position += 1;
      } else if (octet === CLOSE && depth > 0) {
        depth -= 1;
        this.position += 1;
      } else if (octet === QUOTE) this.#closingQuote();
      else if (this.#isLiteralNext()) this.#literal();
      else this.atom();
    } while (depth > 0);
  }

  /** Passes NIL as nearly all servers write it. Half of what a structure has is that. */
  #skipNil(): boolean {
    const { octets, position } = this;
    const isNil =
      octets[position] === UPPER_N && octets[position + 1] === UPPER_I && octets[position + 2] === UPPER_L;
    if (!isNil || position + 3 >= this.end || !isDelimiter(octets[position + 3] ?? 0)) return false;
    this.position = position + 3;
    return true;
  }

  #quoted(): string {
    const start = this.position + 1;
    const { isPlain, isAscii } = this.#closingQuote();
    const end = this.position - 1;
    if (isPlain && isAscii) return shortText(this.octets, start, end);
    return decodeText(
      isPlain ? this.octets.subarray(start, end) : unescaped(this.octets.subarray(start, end)),
    );
  }

  #quotedOctets(): Buffer {
    const start = this.position + 1;
    const { isPlain } = this.#closingQuote();
    const octets = this.octets.subarray(start, this.position - 1);
    return isPlain ? Buffer.from(octets) : unescaped(octets);
  }

  /** Skips a quoted string; returns whether it has no escapes and only ASCII. */
  #closingQuote(): { readonly isPlain: boolean; readonly isAscii: boolean } {
    const { octets, end } = this;
    let isPlain = true;
    let highBits = 0;
    for (let index = this.position + 1; index < end; index += 1) {
      const octet = octets[index] ?? 0;
      if (octet === QUOTE) {
        this.position = index + 1;
        return { isPlain, isAscii: highBits < 0x80 };
      }
      if (octet === BACKSLASH) {
        isPlain = false;
        index += 1;
      }
      highBits |= octet;
    }
    throw new SyntaxFailure();
  }

  /** `{`, or `~{` of a literal8; a mailbox may be called `~/Mail`. */
  #isLiteralNext(): boolean {
    const octet = this.peek();
    return octet === OPEN_BRACE || (octet === TILDE && this.octets[this.position + 1] === OPEN_BRACE);
  }

  #literalText(): string {
    const octets = this.#literal();
    if (octets === undefined) throw new SyntaxFailure();
    return decodeText(octets);
  }

  /** The octets after `{n}` or `~{n}`; undefined for those that went to a sink. */
  #literal(): Buffer | undefined {
    this.skip(TILDE);
    this.expect(OPEN_BRACE);
    const length = this.number();
    this.skip(PLUS);
    this.expect(CLOSE_BRACE);
    this.skip(CR);
    this.expect(LF);
    const start = this.position;
    if (this.#streamed?.has(start)) return undefined;
    if (start + length > this.end) throw new SyntaxFailure();
    this.position = start + length;
    return this.octets.subarray(start, start + length);
  }
}

function isNil(atom: string): boolean {
  return atom.length === 3 && (atom === 'NIL' || /^nil$/i.test(atom));
}

function unescaped(octets: Buffer): Buffer {
  const plain = Buffer.allocUnsafe(octets.length);
  let length = 0;
  for (let index = 0; index < octets.length; index += 1) {
    if (octets[index] === BACKSLASH) index += 1;
    plain[length] = octets[index] ?? BACKSLASH;
    length += 1;
  }
  return plain.subarray(0, length);
}
