/** Part of a `.env` text: `head`, `value`, `tail`. */
export interface EnvSegment {
  /** Null if no assignment. */
  readonly key: string | null;
  readonly head: string;
  /** With quotes; empty if no assignment. */
  readonly value: string;
  /** Comment and line end. */
  readonly tail: string;
}

const ASSIGNMENT = /^(?<head>[ \t]*(?:export )?[ \t]*(?<key>[A-Za-z_][A-Za-z0-9_.-]*)[ \t]*=[ \t]*)/;
const MAX_HEAD_CHARACTERS = 512;
const QUOTES = ['"', "'", '`'];

/** Quoted values may span lines. */
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
  // Linear: missing quotes are sought once per kind.
  const closing = QUOTES.includes(first) ? text.indexOf(first, start + 1) : -1;
  if (closing !== -1) return closing + 1;
  const line = text.slice(start, endOfLine(text, start));
  const comment = line.indexOf('#');
  const value = comment === -1 ? line : line.slice(0, comment);
  return start + value.trimEnd().length;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end + 1;
}
