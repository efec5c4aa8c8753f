import { type EnvSegment, splitEnvText } from './env-segments.ts';
import { quoteEnvValue, unquoteEnvValue } from './env-value.ts';

/** Values by key; null removes. */
export type EnvChanges = ReadonlyMap<string, string | null>;

const BYTE_ORDER_MARK = '\ufeff';
const CRLF = '\r\n';
const LF = '\n';

/** Values by key: the last assignment wins, invalid lines are skipped. */
export function parseEnvText(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { key, value } of splitEnvText(withoutMark(text))) {
    if (key !== null) values.set(key, unquoteEnvValue(value));
  }
  return values;
}

/** Keeps comments, order, other keys and line ends. Throws an Error for unquotable values. */
export function changeEnvText(text: string, changes: EnvChanges): string {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  let changed = withoutMark(text);
  for (const [key, value] of changes) {
    changed = value === null ? remove(splitEnvText(changed), key) : setKey(changed, { key, value });
  }
  return mark + changed;
}

/** It would join the first key. */
function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
}

interface Assignment {
  readonly key: string;
  readonly value: string;
}

/** A new quote would pair with an unclosed one above: the first line is safe. */
function setKey(text: string, assignment: Assignment): string {
  const segments = splitEnvText(text);
  for (const way of [replaceLast, append]) {
    const changed = way(segments, assignment, lineEndOf(text));
    if (isAsWanted({ before: text, after: changed, assignment })) return changed;
  }
  return `${toLine(assignment)}${lineEndOf(text)}${remove(segments, assignment.key)}`;
}

type Way = (segments: readonly EnvSegment[], assignment: Assignment, lineEnd: string) => string;

function remove(segments: readonly EnvSegment[], key: string): string {
  return joinSegments(segments.filter((segment) => segment.key !== key));
}

/** The last counts; others are removed. */
const replaceLast: Way = (segments, { key, value }) => {
  const last = segments.findLast((segment) => segment.key === key);
  return joinSegments(
    segments.flatMap((segment) => {
      if (segment.key !== key) return segment;
      return segment === last ? { ...segment, value: quote(key, value) } : [];
    }),
  );
};

const append: Way = (segments, assignment, lineEnd) => {
  const rest = remove(segments, assignment.key);
  const isOpen = rest !== '' && !rest.endsWith(LF);
  return `${rest}${isOpen ? lineEnd : ''}${toLine(assignment)}${lineEnd}`;
};

function toLine({ key, value }: Assignment): string {
  return `${key}=${quote(key, value)}`;
}

function quote(key: string, value: string): string {
  const quoted = quoteEnvValue(value);
  if (quoted === undefined) throw new Error(`The value of ${key} cannot be written to .env.`);
  return quoted;
}

function joinSegments(segments: readonly EnvSegment[]): string {
  return segments.map(({ head, value, tail }) => head + value + tail).join('');
}

function lineEndOf(text: string): string {
  const end = text.indexOf(LF);
  return end > 0 && text[end - 1] === '\r' ? CRLF : LF;
}

interface Change {
  readonly before: string;
  readonly after: string;
  readonly assignment: Assignment;
}

function isAsWanted({ before, after, assignment: { key, value } }: Change): boolean {
  const [were, are] = [parseEnvText(before), parseEnvText(after)];
  const isOther = ([name]: [string, string]) => name !== key;
  return (
    are.get(key) === value &&
    JSON.stringify([...were].filter(isOther)) === JSON.stringify([...are].filter(isOther))
  );
}
