import { decodeCharset } from '../charsets/charset.ts';
import { findCharset } from '../charsets/charset-names.ts';
import { toWindows1252 } from '../charsets/windows-1252.ts';
import { decodeHexEscapes } from '../octets/hex-escapes.ts';
import { decodeTransferEncoding } from '../octets/transfer-encoding.ts';
import { toSingleLine } from './single-line.ts';

interface EncodedWord {
  readonly charset: string;
  readonly encoding: 'b' | 'q';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Each of 500 addresses may have one. */
const MAX_RUNS = 500;
/** Without inner padding, for Node's decoder. */
const PLAIN_BASE64 = /^(?:[a-z0-9+/]{4})*(?:[a-z0-9+/]{2}==|[a-z0-9+/]{3}=)?$/i;
const AFTER_PADDING = /(?<==)(?=[^=])/;
const BEYOND_ASCII = /[^\p{ASCII}]/u;
const ASCII_RUNS = /\p{ASCII}+/gu;
const [SPACE, UNDERSCORE] = [0x20, 0x5f];

/** One field's limit; further words stay encoded. */
export class EncodedWordBudget {
  #left: number;
  #isExceeded = false;

  constructor(runs = MAX_RUNS) {
    this.#left = runs;
  }

  take(): boolean {
    if (this.#left === 0) this.#isExceeded = true;
    else this.#left -= 1;
    return !this.#isExceeded;
  }

  get isExceeded(): boolean {
    return this.#isExceeded;
  }
}

const HEAD = /=\?([^?\s]{1,100})\?([bq])\?/iy;

/**
 * Encoded words (RFC 2047, RFC 2231 §5) as one line without control characters. Adjacent words of one charset
 * are joined first: senders cut characters in two. Broken words stay. No unpaired surrogates. Linear.
 */
export function decodeEncodedWords(value: string, budget = new EncodedWordBudget()): string {
  return toSingleLine(value.includes('=?') ? replaceEncodedWords(value, budget) : value);
}

function replaceEncodedWords(value: string, budget: EncodedWordBudget): string {
  const pieces: string[] = [];
  let run: EncodedWord[] = [];
  let position = 0;
  for (const word of findEncodedWords(value)) {
    const between = value.slice(position, word.start);
    const isNeighbour = run.length > 0 && between.trim() === '';
    if (!isNeighbour || !hasSameCoding(run[0], word)) {
      pieces.push(decodeRun(run));
      run = [];
      if (!budget.take()) return pieces.join('') + value.slice(position);
      pieces.push(isNeighbour ? '' : between);
    }
    run.push(word);
    position = word.end;
  }
  pieces.push(decodeRun(run), value.slice(position));
  return pieces.join('');
}

function* findEncodedWords(value: string): Generator<EncodedWord> {
  let start = value.indexOf('=?');
  while (start !== -1) {
    const word = readEncodedWord(value, start);
    if (word !== undefined) yield word;
    start = value.indexOf('=?', word === undefined ? start + 2 : word.end);
  }
}

function readEncodedWord(value: string, start: number): EncodedWord | undefined {
  HEAD.lastIndex = start;
  const head = HEAD.exec(value);
  if (head === null) return undefined;
  const textStart = HEAD.lastIndex;
  const textEnd = findTextEnd(value, textStart);
  if (textEnd === undefined) return undefined;
  return {
    charset: (head[1] ?? '').replace(/\*.*$/, '').toLowerCase(),
    encoding: head[2]?.toLowerCase() === 'b' ? 'b' : 'q',
    text: value.slice(textStart, textEnd),
    start,
    end: textEnd + 2,
  };
}

/** Up to the next word: unclosed ones would be quadratic. */
function findTextEnd(value: string, textStart: number): number | undefined {
  let mark = value.indexOf('?', textStart);
  while (mark !== -1) {
    if (value[mark + 1] === '=') return mark;
    if (mark > textStart && value[mark - 1] === '=') return undefined;
    mark = value.indexOf('?', mark + 1);
  }
  return undefined;
}

function hasSameCoding(a: EncodedWord | undefined, b: EncodedWord): boolean {
  return a?.charset === b.charset && a.encoding === b.encoding;
}

function decodeRun(run: readonly EncodedWord[]): string {
  const [first] = run;
  if (first === undefined) return '';
  const text = run.map((word) => word.text).join('');
  const { charset, encoding } = first;
  if (encoding === 'q' && BEYOND_ASCII.test(text)) return decodeRawWord(text, charset);
  return decodeCharset(decodeText(text, encoding), charset);
}

function decodeText(text: string, encoding: EncodedWord['encoding']): Uint8Array {
  if (encoding === 'q') return decodeEscapes(Buffer.from(text));
  if (PLAIN_BASE64.test(text)) return Buffer.from(text, 'base64');
  const texts = text.split(AFTER_PADDING).map((each) => decodeTransferEncoding(Buffer.from(each), 'base64'));
  return Buffer.concat(texts);
}

/** Unescaped octets were decoded with the field. */
function decodeRawWord(text: string, charset: string): string {
  const isUtf8 = findCharset(charset).kind === 'utf-8';
  const octets = isUtf8 ? Buffer.from(text) : toWindows1252(text);
  if (octets) return decodeCharset(decodeEscapes(octets), charset);
  return text.replace(ASCII_RUNS, (run) => decodeCharset(decodeEscapes(Buffer.from(run)), charset));
}

function decodeEscapes(octets: Uint8Array): Uint8Array {
  return decodeHexEscapes(
    octets.map((octet) => (octet === UNDERSCORE ? SPACE : octet)),
    '=',
  );
}
