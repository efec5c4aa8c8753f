/** Changes of keywords, less those that are no business of clients. */
import { SUBMIT_PENDING_KEYWORD, SUBMITTED_KEYWORD } from '../../domain/keyword.ts';

/** The keywords that keep a draft from being sent twice: a client that takes them away would undo that. */
const OWN_KEYWORDS: ReadonlySet<string> = new Set(
  [SUBMIT_PENDING_KEYWORD, SUBMITTED_KEYWORD].map((keyword) => keyword.toLowerCase()),
);

interface KeywordChange {
  readonly addedKeywords: readonly string[];
  readonly removedKeywords: readonly string[];
}

/** The keywords that clients may set and clear (RFC 9051 §2.3.2: without regard to case). */
export function withoutOwnKeywords(keywords: readonly string[]): readonly string[] {
  return keywords.filter((keyword) => !OWN_KEYWORDS.has(keyword.toLowerCase()));
}

/** The change that turns the keywords of a message into the wanted ones. */
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
