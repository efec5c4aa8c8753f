import { decodeText } from './decode-text.ts';
import {
  CLOSE,
  CLOSE_BRACKET,
  CR,
  LF,
  NINE,
  OPEN,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SPACE,
  ZERO,
} from './octets.ts';
import { shortText } from './short-text.ts';
import { SyntaxFailure } from './syntax-failure.ts';

const MAX_DIGITS = 20;

/** Atoms and numbers (RFC 9051 §4.1, §4.2). */
export class TokenCursor {
  readonly octets: Buffer;
  /** Without CRLF. */
  readonly end: number;
  position = 0;

  constructor(octets: Buffer) {
    this.octets = octets;
    this.end = lineEnd(octets);
  }

  get isAtEnd(): boolean {
    return this.position >= this.end;
  }

  /** -1 at the end. */
  peek(): number {
    return this.position < this.end ? (this.octets[this.position] ?? -1) : -1;
  }

  skip(octet: number): boolean {
    if (this.peek() !== octet) return false;
    this.position += 1;
    return true;
  }

  expect(octet: number): void {
    if (!this.skip(octet)) throw new SyntaxFailure();
  }

  /** Some servers send too many or too few. */
  skipSpaces(): void {
    while (this.peek() === SPACE) this.position += 1;
  }

  /** Ends at a delimiter. */
  atom(): string {
    const { octets, end, position: start } = this;
    let position = start;
    let highBits = 0;
    while (position < end) {
      const octet = octets[position] ?? 0;
      if (isDelimiter(octet)) break;
      highBits |= octet;
      position += 1;
    }
    if (position === start) throw new SyntaxFailure();
    this.position = position;
    if (highBits < 0x80) return shortText(octets, start, position);
    return decodeText(octets.subarray(start, position));
  }

  /** Upper case; also ends before a bracket. */
  keyword(): string {
    const { octets, end, position: start } = this;
    let position = start;
    while (position < end && !isKeywordEnd(octets[position] ?? 0)) position += 1;
    if (position === start) throw new SyntaxFailure();
    this.position = position;
    return shortText(octets, start, position).toUpperCase();
  }

  /** Exact as a double. */
  number(): number {
    const start = this.position;
    let value = 0;
    for (;;) {
      const octet = this.peek();
      if (octet < ZERO || octet > NINE) break;
      value = value * 10 + (octet - ZERO);
      this.position += 1;
    }
    if (this.position === start || value > Number.MAX_SAFE_INTEGER) throw new SyntaxFailure();
    return value;
  }

  number32(): number {
    const value = this.number();
    if (value > 0xffff_ffff) throw new SyntaxFailure();
    return value;
  }

  /** A mod-sequence, 63 bits (RFC 7162 §7). */
  bigNumber(): bigint {
    const start = this.position;
    while (this.peek() >= ZERO && this.peek() <= NINE) this.position += 1;
    const digits = this.position - start;
    if (digits === 0 || digits > MAX_DIGITS) throw new SyntaxFailure();
    return BigInt(this.octets.toString('latin1', start, this.position));
  }

  rest(): string {
    const octets = this.octets.subarray(this.position, this.end);
    this.position = this.end;
    return decodeText(octets);
  }
}

function lineEnd(octets: Buffer): number {
  let end = octets.length;
  if (octets[end - 1] === LF) end -= 1;
  if (octets[end - 1] === CR) end -= 1;
  return end;
}

/** Ends an atom. */
export function isDelimiter(octet: number): boolean {
  return octet <= SPACE || octet === OPEN || octet === CLOSE || octet === QUOTE || octet === OPEN_BRACE;
}

function isKeywordEnd(octet: number): boolean {
  return isDelimiter(octet) || octet === OPEN_BRACKET || octet === CLOSE_BRACKET;
}
