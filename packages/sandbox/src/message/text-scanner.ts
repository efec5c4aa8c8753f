/** A cursor; patterns must be sticky. */
export class TextScanner {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#text.length;
  }

  take(pattern: RegExp): string {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#position += found.length;
    return found;
  }

  /** RFC 5322 §3.2.2; undefined for none. */
  takeComment(): string | undefined {
    if (this.#text[this.#position] !== '(') return undefined;
    const start = this.#position + 1;
    const end = this.#endOfComment();
    this.#position = end + 1;
    return this.#text.slice(start, end);
  }

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

/** Possibly unclosed (RFC 5322 §3.2.4). */
export const QUOTED_STRING = /"(?:[^"\\]|\\[\s\S])*"?/y;

/** A quoted string's or comment's text. */
export function unquote(text: string): string {
  const start = text.startsWith('"') ? 1 : 0;
  const isClosed = start === 1 && text.length > 1 && /(?:^|[^\\])(?:\\\\)*"$/.test(text);
  return text.slice(start, isClosed ? -1 : undefined).replace(/\\([\s\S])/g, '$1');
}
