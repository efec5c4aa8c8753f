const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNCLEAN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
const LINE_END = /\r\n?/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]+/g;
const UNITS_PER_PIECE = 65_536;

/**
 * Text with LF, without control characters except TAB. In pieces: three million lines at once would take 90
 * MB.
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

function endOfPiece(text: string, start: number): number {
  const end = start + UNITS_PER_PIECE;
  const isDividing = text.charCodeAt(end - 1) === CARRIAGE_RETURN && text.charCodeAt(end) === LINE_FEED;
  return isDividing ? end + 1 : end;
}
