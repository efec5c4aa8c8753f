/** Reads and changes the text of a `.env` file, and leaves alone what it was not asked to change. */
import { parseEnv } from 'node:util';
import { type EnvSegment, splitEnvText } from './env-segments.ts';
import { quoteEnvValue } from './quote-env-value.ts';

/** New values by key; null removes the key. */
export type EnvChanges = ReadonlyMap<string, string | null>;

const BYTE_ORDER_MARK = '\ufeff';
const CRLF = '\r\n';
const LF = '\n';

/** The values of a `.env` text by key, as Node reads them. */
export function parseEnvText(text: string): ReadonlyMap<string, string | undefined> {
  // A byte order mark would become part of the first key.
  return new Map(Object.entries(parseEnv(withoutMark(text))));
}

/**
 * The text with the changes: comments, blank lines, other keys, the order and the line ends stay. Throws an Error for
 * a value that no quoting can carry, and for a text in which Node would not find the new values.
 */
export function changeEnvText(text: string, changes: EnvChanges): string {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  let changed = withoutMark(text);
  for (const [key, value] of changes) changed = changeKey(changed, { key, value });
  return mark + changed;
}

function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
}

interface KeyChange {
  readonly key: string;
  readonly value: string | null;
}

/** Node's reader joins stray lines with the key that follows, so what it reads afterwards decides which way is taken. */
function changeKey(text: string, change: KeyChange): string {
  const segments = splitEnvText(text);
  const ways = change.value === null ? [remove] : [replaceLast, append, prepend];
  for (const way of ways) {
    const changed = way(segments, change, lineEndOf(text));
    if (isAsWanted({ before: text, after: changed, change })) return changed;
  }
  throw new Error(
    `${change.key} cannot be changed in .env: a line that is neither KEY=value nor a comment is in the way. Correct that line.`,
  );
}

type Way = (segments: readonly EnvSegment[], change: KeyChange, lineEnd: string) => string;

const remove: Way = (segments, { key }) => joinSegments(segments.filter((segment) => segment.key !== key));

/** The last assignment is the one that counts; it gets the value, and the others go. */
const replaceLast: Way = (segments, { key, value }) => {
  const last = segments.findLast((segment) => segment.key === key);
  return joinSegments(
    segments.flatMap((segment) => {
      if (segment.key !== key) return segment;
      return segment === last ? { ...segment, value: quote(key, value) } : [];
    }),
  );
};

const append: Way = (segments, change, lineEnd) => {
  const rest = remove(segments, change, lineEnd);
  const isOpen = rest !== '' && !rest.endsWith(LF);
  return `${rest}${isOpen ? lineEnd : ''}${toLine(change)}${lineEnd}`;
};

const prepend: Way = (segments, change, lineEnd) =>
  `${toLine(change)}${lineEnd}${remove(segments, change, lineEnd)}`;

function toLine({ key, value }: KeyChange): string {
  return `${key}=${quote(key, value)}`;
}

function quote(key: string, value: string | null): string {
  const quoted = quoteEnvValue(value ?? '');
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

function isAsWanted({
  before,
  after,
  change,
}: {
  before: string;
  after: string;
  change: KeyChange;
}): boolean {
  const [were, are] = [parseEnvText(before), parseEnvText(after)];
  if (are.get(change.key) !== (change.value ?? undefined)) return false;
  const isOther = ([key]: [string, unknown]) => ownName(key) !== change.key;
  return JSON.stringify([...were].filter(isOther)) === JSON.stringify([...are].filter(isOther));
}

/** A stray line before a key becomes part of it in Node's reading. */
function ownName(key: string): string {
  return key.slice(key.lastIndexOf(LF) + 1).trim();
}
