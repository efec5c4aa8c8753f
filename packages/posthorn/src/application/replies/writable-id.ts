/** Decides which ids header fields can carry. */

/** A line has 998 characters (RFC 5322 §2.1.1), and an id cannot be folded. */
const WRITABLE_ID = /^[!-;=?-~]{1,900}$/;

/** True for printable ASCII without angle brackets that fits on one line: what every server passes on as it is. */
export function isWritableId(id: string): boolean {
  return WRITABLE_ID.test(id);
}
