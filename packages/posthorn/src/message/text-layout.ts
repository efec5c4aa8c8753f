/** Collects text as a browser would lay it out: folded white space, lines and paragraphs. */

/** What a paragraph is set off by: its own line end and an empty line. */
const MAX_LINE_BREAKS = 2;
const SPACES = /[ \t\r\n\f]+/g;
const LINE_END = /\r\n?/g;

/** Collects text, line breaks and paragraphs. */
export interface TextLayout {
  /** Code units collected so far. */
  readonly length: number;
  addText(text: string): void;
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
  toString(): string;
}

/** An empty layout. Separators are written together with the next text, so there is none at the beginning or the end. */
export function createTextLayout(): TextLayout {
  const pieces: string[] = [];
  let length = 0;
  let lineBreaks = 0;
  let hasSpace = false;
  let preformattedDepth = 0;

  function write(text: string): void {
    const gap = lineBreaks > 0 ? '\n'.repeat(lineBreaks) : hasSpace ? ' ' : '';
    const separator = length > 0 ? gap : '';
    pieces.push(separator, text);
    length += separator.length + text.length;
    lineBreaks = 0;
    hasSpace = false;
  }

  function addFolded(text: string): void {
    const folded = text.replace(SPACES, ' ');
    hasSpace ||= folded.startsWith(' ');
    const words = folded.slice(folded.startsWith(' ') ? 1 : 0, folded.endsWith(' ') ? -1 : undefined);
    if (words === '') return;
    write(words);
    hasSpace = folded.endsWith(' ');
  }

  function setLineBreaks(count: number): void {
    lineBreaks = Math.min(count, MAX_LINE_BREAKS);
  }

  return {
    get length() {
      return length;
    },
    addText: (text) => (preformattedDepth > 0 ? write(text.replace(LINE_END, '\n')) : addFolded(text)),
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
    toString: () => pieces.join(''),
  };
}
