/** Reads Message-ID, In-Reply-To and References fields (RFC 5322 §3.6.4). */
import { toSingleLine } from './single-line.ts';

/** Threads are shorter; hostile fields list a hundred thousand ids. */
export const MAX_IDS = 100;
/** A line of a message has no more octets (RFC 5322 §2.1.1), so longer ids are no ids. */
const MAX_ID_CHARACTERS = 998;
const BRACKETED = /<([^<>]*)>?/g;
const WORD = /[^\s,;<>]+/g;

/**
 * At most the first 100 (`max`) ids, without angle brackets and without white space. Text between ids (phrases,
 * comments) is skipped. Where nothing is in angle brackets, words with `@` are taken as ids.
 */
export function parseMessageIds(value: string, max = MAX_IDS): readonly string[] {
  const ids = takeIds(bracketedIds(value), max);
  return ids.length > 0 ? ids : takeIds(bareIds(value), max);
}

/** The first id; null when the value has none. A value without angle brackets and without `@` is itself the id: old and broken mail has such. */
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
