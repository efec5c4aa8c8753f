/** Servers store tens of octets. */
const MAX_CHARACTERS = 100;
const KEYWORD = /^[!#$&'+,./0-9:;<=>?@A-Z[^_`a-z|}~-]+$/;

/** Sent with unknown result (RFC 5550 §5.10). */
export const SUBMIT_PENDING_KEYWORD = '$SubmitPending';
/** RFC 5550 §5.10. */
export const SUBMITTED_KEYWORD = '$Submitted';

const OWN_KEYWORDS: ReadonlySet<string> = new Set(
  [SUBMIT_PENDING_KEYWORD, SUBMITTED_KEYWORD].map((keyword) => keyword.toLowerCase()),
);

/**
 * True for keywords that prevent sending a draft twice: clients cannot change them, new versions lack them.
 */
export function isOwnKeyword(keyword: string): boolean {
  return OWN_KEYWORDS.has(keyword.toLowerCase());
}

/** True for a bounded atom (RFC 9051 §2.3.2). */
export function isKeyword(text: string): boolean {
  return text.length <= MAX_CHARACTERS && KEYWORD.test(text);
}
