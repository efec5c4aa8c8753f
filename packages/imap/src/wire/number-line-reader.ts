import { GrowingNumbers } from './growing-numbers.ts';
import { NumberSet } from './number-set.ts';
import { BACKSLASH, CLOSE, COLON, COMMA, CR, LF, NINE, OPEN, QUOTE, SPACE, ZERO } from './octets.ts';
import { SyntaxFailure } from './syntax-failure.ts';

export type NumberToken =
  | { readonly kind: 'open' | 'close' }
  | { readonly kind: 'word'; readonly text: string }
  /** SEARCH and SORT. */
  | { readonly kind: 'list'; readonly numbers: Uint32Array }
  | { readonly kind: 'set'; readonly set: NumberSet }
  /** Above 32 bits: mod-sequences. */
  | { readonly kind: 'big'; readonly number: bigint };

/** Options, tag, mailboxes of MULTISEARCH. */
const MAX_TOKENS = 200;
const MAX_WORD_OCTETS = 4096;
const MAX_DIGITS = 20;
const MAX_UINT32 = 0xffff_ffff;

type State = 'between' | 'number' | 'word' | 'quoted' | 'escaped';

/** Parses in chunks, never whole in memory. */
export class NumberLineReader {
  readonly #isList: boolean;
  readonly #maxNumbers: number;
  readonly #tokens: NumberToken[] = [];
  #state: State = 'between';
  #word: number[] = [];
  /** A list, or first and last of each range. */
  #numbers: GrowingNumbers | null = null;
  /** Before a colon; -1 for none. */
  #first = -1;
  #value = 0;
  #digits = 0;
  #big: bigint | null = null;
  #failure: SyntaxFailure | null = null;

  /**
   * `isList`: `* SEARCH 2 84`; else sets: `* VANISHED 41,43:116`. Fails above `maxNumbers` numbers or range
   * ends.
   */
  constructor({ isList, maxNumbers }: { readonly isList: boolean; readonly maxNumbers: number }) {
    this.#isList = isList;
    this.#maxNumbers = maxNumbers;
  }

  /** CRLF included. After a failure the rest is skipped. */
  push(octets: Buffer, start: number, end: number): void {
    if (this.#failure) return;
    try {
      for (let index = start; index < end; index += 1) this.#octet(octets[index] ?? 0);
    } catch (error) {
      if (!(error instanceof SyntaxFailure)) throw error;
      this.#failure = error;
      this.#numbers = null;
    }
  }

  finish(): readonly NumberToken[] {
    if (this.#failure) throw this.#failure;
    if (this.#state !== 'between') throw new SyntaxFailure();
    this.#endNumbers();
    return this.#tokens;
  }

  #octet(octet: number): void {
    if (this.#state === 'number') this.#numberOctet(octet);
    else if (this.#state === 'between') this.#begin(octet);
    else this.#wordOctet(octet);
  }

  #begin(octet: number): void {
    if (octet >= ZERO && octet <= NINE) {
      if (!this.#isList) this.#endNumbers();
      this.#state = 'number';
      this.#digit(octet);
    } else if (octet === OPEN || octet === CLOSE) this.#add({ kind: octet === OPEN ? 'open' : 'close' });
    else if (octet === QUOTE) this.#state = 'quoted';
    else if (octet !== SPACE && octet !== CR && octet !== LF) {
      this.#state = 'word';
      this.#word.push(octet);
    }
  }

  #numberOctet(octet: number): void {
    if (octet >= ZERO && octet <= NINE) this.#digit(octet);
    else if (this.#digits === 0) throw new SyntaxFailure();
    else if (octet === COLON && !this.#isList) this.#beginRange();
    else if (octet === COMMA && !this.#isList) this.#addNumber();
    else this.#endNumber(octet);
  }

  #endNumber(octet: number): void {
    if (!isTokenEnd(octet)) throw new SyntaxFailure();
    if (this.#big === null) this.#addNumber();
    else this.#addBig(this.#big);
    this.#state = 'between';
    this.#begin(octet);
  }

  #digit(octet: number): void {
    const digit = octet - ZERO;
    this.#digits += 1;
    if (this.#big !== null) this.#big = this.#big * 10n + BigInt(digit);
    else {
      this.#value = this.#value * 10 + digit;
      if (this.#value > MAX_UINT32) this.#big = BigInt(this.#value);
    }
    if (this.#digits > MAX_DIGITS) throw new SyntaxFailure();
  }

  #beginRange(): void {
    if (this.#first >= 0 || this.#big !== null) throw new SyntaxFailure();
    this.#first = this.#value;
    this.#resetNumber();
  }

  #addNumber(): void {
    if (this.#big !== null) throw new SyntaxFailure();
    this.#numbers ??= new GrowingNumbers(this.#maxNumbers);
    if (!this.#isList) this.#numbers.push(this.#first >= 0 ? this.#first : this.#value);
    this.#numbers.push(this.#value);
    this.#first = -1;
    this.#resetNumber();
  }

  #addBig(number: bigint): void {
    if (this.#first >= 0 || (!this.#isList && this.#numbers !== null)) throw new SyntaxFailure();
    this.#add({ kind: 'big', number });
    this.#resetNumber();
  }

  #resetNumber(): void {
    this.#value = 0;
    this.#digits = 0;
    this.#big = null;
  }

  #wordOctet(octet: number): void {
    if (this.#state === 'word' && isTokenEnd(octet)) {
      this.#endWord();
      this.#begin(octet);
    } else if (this.#state === 'quoted' && octet === QUOTE) this.#endWord();
    else if (this.#state === 'quoted' && octet === BACKSLASH) this.#state = 'escaped';
    else {
      if (this.#state === 'escaped') this.#state = 'quoted';
      if (octet === CR || octet === LF || this.#word.length >= MAX_WORD_OCTETS) throw new SyntaxFailure();
      this.#word.push(octet);
    }
  }

  #endWord(): void {
    const text = Buffer.from(this.#word).toString();
    this.#word = [];
    this.#state = 'between';
    this.#add({ kind: 'word', text });
  }

  #add(token: NumberToken): void {
    this.#endNumbers();
    this.#push(token);
  }

  #endNumbers(): void {
    const numbers = this.#numbers?.toArray();
    if (numbers === undefined) return;
    this.#numbers = null;
    this.#push(this.#isList ? { kind: 'list', numbers } : { kind: 'set', set: new NumberSet(numbers) });
  }

  #push(token: NumberToken): void {
    if (this.#tokens.length >= MAX_TOKENS) throw new SyntaxFailure();
    this.#tokens.push(token);
  }
}

function isTokenEnd(octet: number): boolean {
  return octet === SPACE || octet === CR || octet === LF || octet === OPEN || octet === CLOSE;
}
