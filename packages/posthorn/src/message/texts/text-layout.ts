import { WITHOUT_INK } from './invisible-characters.ts';

const MAX_LINE_BREAKS = 2;
const SPACES = /[ \t\r\n\f]+/g;
const LINE_END = /\r\n?/g;
const LINE_FEED = /\n/g;
const BLANK = new RegExp(`^[\\u00a0${WITHOUT_INK}]*$`, 'u');
const MAX_INDENT_CHARACTERS = 40;

/** Lays text out as browsers do: folded white space, lines, paragraphs. */
export interface TextLayout {
  readonly length: number;
  addText(text: string): void;
  append(text: string): void;
  /** At most one empty line. */
  breakLine(): void;
  separateLine(): void;
  separateParagraph(): void;
  separateWord(): void;
  /** White space stays until closed as often. */
  openPreformatted(): void;
  closePreformatted(): void;
  /** The next line begins with `first`, others with `prefix`. */
  setPrefix(prefix: string, first?: string): void;
  toString(): string;
}

/** Separators are written before the next text. */
export function createTextLayout(): TextLayout {
  const pieces: string[] = [];
  let length = 0;
  let lineBreaks = 0;
  let hasSpace = false;
  let preformattedDepth = 0;
  let indent = '';
  let prefix = '';
  let firstPrefix: string | undefined;
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
