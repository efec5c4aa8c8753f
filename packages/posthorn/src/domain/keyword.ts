/** Keywords: flags that users and programs give names to (RFC 9051 §2.3.2). */

/** Servers keep at most some tens of octets. */
const MAX_CHARACTERS = 100;
/** An atom without a backslash: printable ASCII but `(){%*"\]` and the space. */
const KEYWORD = /^[!#$&'+,./0-9:;<=>?@A-Z[^_`a-z|}~-]+$/;

/** A submission of the message was begun, and nobody knows yet how it ended (RFC 5550 §5.10). */
export const SUBMIT_PENDING_KEYWORD = '$SubmitPending';
/** The message was submitted (RFC 5550 §5.10). */
export const SUBMITTED_KEYWORD = '$Submitted';

/** True for a text that can be a keyword. */
export function isKeyword(text: string): boolean {
  return text.length <= MAX_CHARACTERS && KEYWORD.test(text);
}
