/** Decodes the encoded words of header fields (RFC 2047, with the language tags of RFC 2231 §5). */
import { decodeCharset } from './charset.ts';
import { decodeHexEscapes } from './hex-escapes.ts';
import { toSingleLine } from './single-line.ts';
import { decodeTransferEncoding } from './transfer-encoding.ts';

interface EncodedWord {
  readonly charset: string;
  readonly encoding: 'b' | 'q';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The part before the text. No charset name with its language tag is longer than the bound. */
const HEAD = /=\?([^?\s]{1,100})\?([bq])\?/iy;

/**
 * The value with its encoded words decoded, on one line and without control characters.
 *
 * Neighbours with the same charset and encoding are joined before decoding, because senders cut
 * characters of several octets in two. White space between neighbours goes, broken words stay.
 * Unpaired surrogates cannot occur in what was decoded. Linear in the length of the value.
 */
export function decodeEncodedWords(value: string): string {
  return toSingleLine(value.includes('=?') ? replaceEncodedWords(value) : value);
}

function replaceEncodedWords(value: string): string {
  const pieces: string[] = [];
  let run: EncodedWord[] = [];
  let position = 0;
  for (const word of findEncodedWords(value)) {
    const between = value.slice(position, word.start);
    const isNeighbour = run.length > 0 && between.trim() === '';
    if (!isNeighbour || !hasSameCoding(run[0], word)) {
      pieces.push(decodeRun(run), isNeighbour ? '' : between);
      run = [];
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

/**
 * The place of the closing `?=`. Question marks within the text are tolerated, but the search
 * stops where the next word begins: a list of unclosed words would cost a search of the whole rest each.
 */
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
  const octets =
    first.encoding === 'b'
      ? decodeTransferEncoding(Buffer.from(text), 'base64')
      : decodeHexEscapes(Buffer.from(text.replaceAll('_', ' ')), '=');
  return decodeCharset(octets, first.charset);
}
