/** Cuts the text of a `.env` file into assignments and everything between them. */

/** A piece of the text: `head`, `value` and `tail` together are the octets of the file. */
export interface EnvSegment {
  /** The key of an assignment; null for comments, blank lines and lines that are neither. */
  readonly key: string | null;
  /** The text up to the value. */
  readonly head: string;
  /** The value with its quotes; empty where there is no assignment. */
  readonly value: string;
  /** A comment after the value, and the line end. */
  readonly tail: string;
}

const ASSIGNMENT = /^(?<head>[ \t]*(?:export )?[ \t]*(?<key>[A-Za-z_][A-Za-z0-9_.-]*)[ \t]*=[ \t]*)/;
/** The longest beginning of an assignment: the key and the text before it. */
const MAX_HEAD_CHARACTERS = 512;
const QUOTES = ['"', "'", '`'];

/** The segments of the text in their order. A value in quotes may have several lines. */
export function splitEnvText(text: string): readonly EnvSegment[] {
  const segments: EnvSegment[] = [];
  for (let start = 0; start < text.length; ) {
    const head = ASSIGNMENT.exec(text.slice(start, start + MAX_HEAD_CHARACTERS))?.groups;
    const valueStart = start + (head?.head?.length ?? 0);
    const valueEnd = head === undefined ? start : endOfValue(text, valueStart);
    const end = endOfLine(text, valueEnd);
    segments.push({
      key: head?.key ?? null,
      head: text.slice(start, valueStart),
      value: text.slice(valueStart, valueEnd),
      tail: text.slice(valueEnd, end),
    });
    start = end;
  }
  return segments;
}

function endOfValue(text: string, start: number): number {
  const first = text.charAt(start);
  // A missing quote is looked for at most once for each kind of quote, so this stays linear.
  const closing = QUOTES.includes(first) ? text.indexOf(first, start + 1) : -1;
  if (closing !== -1) return closing + 1;
  const line = text.slice(start, endOfLine(text, start));
  const comment = line.indexOf('#');
  const value = comment === -1 ? line : line.slice(0, comment);
  return start + value.trimEnd().length;
}

/** After the line feed that ends the line, or the end of the text. */
function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end + 1;
}
