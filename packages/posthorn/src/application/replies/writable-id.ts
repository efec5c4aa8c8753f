/** Ids cannot be folded; lines have 998 characters (RFC 5322 §2.1.1). */
const WRITABLE_ID = /^[!-;=?-~]{1,900}$/;

/** True for printable ASCII without angle brackets, fitting on a line. */
export function isWritableId(id: string): boolean {
  return WRITABLE_ID.test(id);
}
