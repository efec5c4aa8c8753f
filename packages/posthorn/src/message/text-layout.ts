/** Collects text as a browser would lay it out: folded white space, lines and paragraphs. */
import { WITHOUT_INK } from './invisible-characters.ts';

/** What a paragraph is set off by: its own line end and an empty line. */
const MAX_LINE_BREAKS = 2;
const SPACES = /[ \t\r\n\f]+/g;
const LINE_END = /\r\n?/g;
const LINE_FEED = /\n/g;
/** Spaces that do not fold, and characters that nothing shows. */
const BLANK = new RegExp(`^[\\u00a0${WITHOUT_INK}]*$`, 'u');
/** Blanks at the beginning of a line that are kept: the indentation of a text. */
const MAX_INDENT_CHARACTERS = 40;

/** Collects text, line breaks and paragraphs. */
export interface TextLayout {
  /** Code units collected so far. */
  readonly length: number;
  addText(text: string): void;
  /** Adds text to the last line that has some, whatever has been separated since. */
  append(text: string): void;
  /** What follows begins on a new line; again and again makes one empty line at most. */
  breakLine(): void;
  /** The following text begins on another line. */
  separateLine(): void;
  /** The following text comes after an empty line. */
  separateParagraph(): void;
  /** What follows does not touch the word before. */
  separateWord(): void;
  /** From now on until it is closed as often, white space is kept as it is. */
  openPreformatted(): void;
  closePreformatted(): void;
  /** From now on, lines begin with `prefix`, and the next one that has text with `first` in its place, once. */
  setPrefix(prefix: string, first?: string): void;
  toString(): string;
}

/** An empty layout. Separators are written together with the next text, so there is none at the beginning or the end. */
export function createTextLayout(): TextLayout {
  const pieces: string[] = [];
  let length = 0;
  let lineBreaks = 0;
  let hasSpace = false;
  let preformattedDepth = 0;
  let indent = '';
  let prefix = '';
  let firstPrefix: string | undefined;
  /** The shortest prefix since the last text: that of an empty line between two of different prefixes. */
  let gapPrefix = '';

  function push(piece: string): void {
    if (piece === '') return;
    pieces.push(piece);
    length += piece.length;
  }

  function separator(): string {
    if (length === 0) return `${firstPrefix ?? prefix}${indent}`;
    if (lineBreaks === 0 && firstPrefix === undefined) return hasSpace ? ' ' : '';
    const emptyLine = lineBreaks > 1 ? `\n${gapPrefix.trimEnd()}` : '';
    return `${emptyLine}\n${firstPrefix ?? prefix}${indent}`;
  }

  function write(text: string): void {
    push(separator());
    push(prefix === '' ? text : text.replace(LINE_FEED, `\n${prefix}`));
    firstPrefix = undefined;
    gapPrefix = prefix;
    lineBreaks = 0;
    hasSpace = false;
    indent = '';
  }

  function addFolded(text: string): void {
    const folded = text.replace(SPACES, ' ');
    hasSpace ||= folded.startsWith(' ');
    const words = folded.slice(folded.startsWith(' ') ? 1 : 0, folded.endsWith(' ') ? -1 : undefined);
    if (words === '') return;
    const isLineStart = length === 0 || lineBreaks > 0;
    if (isLineStart && BLANK.test(words)) indent = (indent + words).slice(0, MAX_INDENT_CHARACTERS);
    else {
      write(words);
      hasSpace = folded.endsWith(' ');
    }
  }

  /** A line of blanks is an empty line. */
  function setLineBreaks(count: number): void {
    lineBreaks = Math.min(indent === '' ? count : MAX_LINE_BREAKS, MAX_LINE_BREAKS);
    indent = '';
  }

  return {
    get length() {
      return length;
    },
    addText: (text) => (preformattedDepth > 0 ? write(text.replace(LINE_END, '\n')) : addFolded(text)),
    append: push,
    breakLine: () => setLineBreaks(lineBreaks + 1),
    separateLine: () => setLineBreaks(Math.max(lineBreaks, 1)),
    separateParagraph: () => setLineBreaks(MAX_LINE_BREAKS),
    separateWord: () => {
      hasSpace = true;
    },
    openPreformatted: () => {
      preformattedDepth++;
    },
    closePreformatted: () => {
      preformattedDepth = Math.max(preformattedDepth - 1, 0);
    },
    setPrefix(next, first) {
      prefix = next;
      firstPrefix = first;
      if (next.trimEnd().length < gapPrefix.length) gapPrefix = next;
    },
    toString: () => pieces.join(''),
  };
}
