/** Line ends and control characters of a text of several lines. */

const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNCLEAN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
const LINE_END = /\r\n?/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]+/g;
const UNITS_PER_PIECE = 65_536;

/**
 * The text with each line end (CRLF, CR or LF) as LF, and without control characters but TAB and LF. Piece by piece: a regular expression notes
 * each match before it replaces the first, which takes 90 MB for a text of three million lines.
 */
export function toCleanLines(text: string): string {
  if (!UNCLEAN.test(text)) return text;
  let clean = '';
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start);
    clean += text.slice(start, end).replace(LINE_END, '\n').replace(CONTROLS, '');
    start = end;
  }
  return clean;
}

/** A CRLF stays in one piece. */
function endOfPiece(text: string, start: number): number {
  const end = start + UNITS_PER_PIECE;
  const isDividing = text.charCodeAt(end - 1) === CARRIAGE_RETURN && text.charCodeAt(end) === LINE_FEED;
  return isDividing ? end + 1 : end;
}
