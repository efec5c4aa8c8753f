/** Which strings JSON:API allows as the name of a type, an attribute or a relationship. */

/*
 * The lookarounds judge the two ends, the class every character: one pass without backtracking, so a long
 * hostile name costs linear time.
 */
const MEMBER_NAME = /^(?![-_ ])[a-zA-Z0-9\-_ \u0080-\uffff]+(?<![-_ ])$/;

/**
 * Returns whether a text is a legal member name. JSON:API 1.1 §document-member-names.
 * Letters, digits and everything from U+0080 may be anywhere; `-`, `_` and space only inside. So no legal
 * name starts with a relfield prefix, and `__proto__` is not one.
 */
export function isMemberName(text: string): boolean {
  return MEMBER_NAME.test(text);
}
