/* One pass without backtracking, linear for hostile names. */
const MEMBER_NAME = /^(?![-_ ])[a-zA-Z0-9\-_ \u0080-\uffff]+(?<![-_ ])$/;

/** JSON:API 1.1 §document-member-names. No legal name has a relfield prefix or is `__proto__`. */
export function isMemberName(text: string): boolean {
  return MEMBER_NAME.test(text);
}
