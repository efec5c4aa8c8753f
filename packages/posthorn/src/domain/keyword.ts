/** Keywords: flags whose names users and programs choose (RFC 9051 §2.3.2). */

/** Servers keep at most some tens of octets. */
const MAX_CHARACTERS = 100;
/** An atom without a backslash: printable ASCII but `(){%*"\]` and the space. */
const KEYWORD = /^[!#$&'+,./0-9:;<=>?@A-Z[^_`a-z|}~-]+$/;

/** A submission of the message has begun, and its result is not known yet (RFC 5550 §5.10). */
export const SUBMIT_PENDING_KEYWORD = '$SubmitPending';
/** The message was submitted (RFC 5550 §5.10). */
export const SUBMITTED_KEYWORD = '$Submitted';

/** True for a text that can be a keyword. */
export function isKeyword(text: string): boolean {
  return text.length <= MAX_CHARACTERS && KEYWORD.test(text);
}
