/** Reads a header value from left to right. */

/** A place in a text that moves on with each thing taken. Patterns must be sticky. */
export class TextScanner {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#text.length;
  }

  /** What the pattern matches here; empty, and nothing taken, when it does not match. */
  take(pattern: RegExp): string {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#position += found.length;
    return found;
  }

  /** The inside of the comment that starts here; undefined when none does (RFC 5322 §3.2.2). */
  takeComment(): string | undefined {
    if (this.#text[this.#position] !== '(') return undefined;
    const start = this.#position + 1;
    const end = this.#endOfComment();
    this.#position = end + 1;
    return this.#text.slice(start, end);
  }

  /** Where the `)` stands that closes the comment; comments may be nested. */
  #endOfComment(): number {
    let depth = 0;
    for (let index = this.#position; index < this.#text.length; index++) {
      const character = this.#text[index];
      if (character === '\\') index += 1;
      else if (character === '(') depth += 1;
      else if (character === ')') depth -= 1;
      if (depth === 0) return index;
    }
    return this.#text.length;
  }
}

/** A quoted string, closed or not (RFC 5322 §3.2.4). */
export const QUOTED_STRING = /"(?:[^"\\]|\\[\s\S])*"?/y;

/** The text that a quoted string or the inside of a comment stands for. */
export function unquote(text: string): string {
  const start = text.startsWith('"') ? 1 : 0;
  const isClosed = start === 1 && text.length > 1 && /(?:^|[^\\])(?:\\\\)*"$/.test(text);
  return text.slice(start, isClosed ? -1 : undefined).replace(/\\([\s\S])/g, '$1');
}
