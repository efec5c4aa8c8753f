import { isOwnKeyword } from '../../domain/messages/keyword.ts';

interface KeywordChange {
  readonly addedKeywords: readonly string[];
  readonly removedKeywords: readonly string[];
}

/** Removes Posthorn's keywords, case-insensitively (RFC 9051 §2.3.2). */
export function withoutOwnKeywords(keywords: readonly string[]): readonly string[] {
  return keywords.filter((keyword) => !isOwnKeyword(keyword));
}

/** The keywords to add and remove. */
export function keywordChange(present: readonly string[], wanted: readonly string[]): KeywordChange {
  const isAmong = (keywords: readonly string[]) => {
    const names = new Set(keywords.map((keyword) => keyword.toLowerCase()));
    return (keyword: string) => names.has(keyword.toLowerCase());
  };
  const isPresent = isAmong(present);
  const isWanted = isAmong(wanted);
  return {
    addedKeywords: withoutOwnKeywords(wanted.filter((keyword) => !isPresent(keyword))),
    removedKeywords: withoutOwnKeywords(present.filter((keyword) => !isWanted(keyword))),
  };
}
