import { decodeText } from './decode-text.ts';
import { BACKSLASH, CLOSE, CLOSE_BRACE, CR, LF, OPEN, OPEN_BRACE, PLUS, QUOTE, TILDE } from './octets.ts';
import { shortText } from './short-text.ts';
import { SyntaxFailure } from './syntax-failure.ts';
import { isDelimiter, TokenCursor } from './token-cursor.ts';

const [UPPER_N, UPPER_I, UPPER_L] = Buffer.from('NIL');

/** Larger literals stay in their received chunk. */
const MAX_COPIED_OCTETS = 64 * 1024;

/** Null for NIL; `streamed`: went to a sink. */
export type StringOctets = Buffer | null | 'streamed';

/** A response's strings, literals and lists (RFC 9051 §4). */
export class ResponseCursor extends TokenCursor {
  readonly #streamed: ReadonlySet<number> | undefined;

  constructor(octets: Buffer, streamed?: ReadonlySet<number>) {
    super(octets);
    this.#streamed = streamed;
  }

  /** String or atom; null for NIL. */
  nullableText(): string | null {
    if (this.peek() === QUOTE) return this.#quoted();
    if (this.#skipNil()) return null;
    if (this.#isLiteralNext()) return this.#literalText();
    const atom = this.atom();
    return isNil(atom) ? null : atom;
  }

  /** String or atom; a mailbox may be called NIL. */
  text(): string {
    if (this.peek() === QUOTE) return this.#quoted();
    if (this.#isLiteralNext()) return this.#literalText();
    return this.atom();
  }

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

  /** NIL is an empty list. */
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

  texts(): readonly string[] {
    const texts: string[] = [];
    this.list(() => texts.push(this.text()));
    return texts;
  }

  /** Any depth, in linear time, without recursion. */
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

  /** Half of a BODYSTRUCTURE is NIL. */
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

  /** Plain: without escapes. */
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

  /** `{` or `~{`; a mailbox may be called `~/Mail`. */
  #isLiteralNext(): boolean {
    const octet = this.peek();
    return octet === OPEN_BRACE || (octet === TILDE && this.octets[this.position + 1] === OPEN_BRACE);
  }

  #literalText(): string {
    const octets = this.#literal();
    if (octets === undefined) throw new SyntaxFailure();
    return decodeText(octets);
  }

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
