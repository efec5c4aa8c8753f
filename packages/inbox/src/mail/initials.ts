import type { MailAddress } from './message.ts';

/** FNV-1a, 32 bits. */
const [FNV_START, FNV_PRIME] = [0x811c9dc5, 0x01000193];
const WORD = /[\p{L}\p{N}]+/gu;
/** Many newsletters would share the initial T. */
const ARTICLE = /^the\s+(?=\p{L})/iu;
/** One character identifies a name. */
const ONE_CHARACTER = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** One or two characters. */
export function initialsOf(address: MailAddress | null): string {
  const text = address?.name || address?.address.split('@', 1)[0] || '';
  const [first = '', second = ''] = text.replace(ARTICLE, '').match(WORD) ?? [];
  const start = firstCharacter(first);
  if (start === '' || ONE_CHARACTER.test(start)) return start || '?';
  return (start + firstCharacter(second)).toLocaleUpperCase();
}

function firstCharacter(word: string): string {
  return [...word].at(0) ?? '';
}

/** A sender's constant colour number. */
export function colourOf(address: MailAddress | null, count: number): number {
  const text = address?.address.toLowerCase() ?? '';
  let hash = FNV_START;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), FNV_PRIME) >>> 0;
  return (hash ^ (hash >>> 16)) % count;
}
