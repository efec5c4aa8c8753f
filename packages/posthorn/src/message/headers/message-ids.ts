import { toSingleLine } from './single-line.ts';

/** Hostile fields have 100,000. */
export const MAX_IDS = 100;
/** RFC 5322 §2.1.1. */
const MAX_ID_CHARACTERS = 998;
const BRACKETED = /<([^<>]*)>?/g;
const WORD = /[^\s,;<>]+/g;

/**
 * At most `max` ids without brackets (RFC 5322 §3.6.4). Skips other text; without any brackets, words with
 * `@` are ids.
 */
export function parseMessageIds(value: string, max = MAX_IDS): readonly string[] {
  const ids = takeIds(bracketedIds(value), max);
  return ids.length > 0 ? ids : takeIds(bareIds(value), max);
}

/** The first id, else the whole value, as in old and broken mail; null if empty. */
export function parseMessageId(value: string): string | null {
  return parseMessageIds(value)[0] ?? bareId(value);
}

function bareId(value: string): string | null {
  const id = toSingleLine(value).trim();
  return id === '' || id.length > MAX_ID_CHARACTERS || /[<>]/.test(id) ? null : id;
}

function* bracketedIds(value: string): Generator<string> {
  for (const match of value.matchAll(BRACKETED)) yield match[1] ?? '';
}

function* bareIds(value: string): Generator<string> {
  for (const match of value.matchAll(WORD)) if (match[0].includes('@')) yield match[0];
}

function takeIds(candidates: Iterable<string>, max: number): readonly string[] {
  const ids: string[] = [];
  for (const candidate of candidates) {
    const id = toSingleLine(candidate).replaceAll(/\s/g, '');
    if (id !== '' && id.length <= MAX_ID_CHARACTERS) ids.push(id);
    if (ids.length === max) break;
  }
  return ids;
}
