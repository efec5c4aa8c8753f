/** The user names that are accepted at all. */

/** 64 octets before the `@` and 255 after it (RFC 5321 §4.5.3.1). */
const MAX_USER_NAME_OCTETS = 320;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * True for a user name that may reach a pattern or a mail server. A line break would let a name
 * pass a pattern with `$` in multiline mode: `x@evil.example`, line feed, `@example.org`.
 */
export function isUserName(text: string): boolean {
  const isShort = text.length <= MAX_USER_NAME_OCTETS && Buffer.byteLength(text) <= MAX_USER_NAME_OCTETS;
  return text !== '' && isShort && !CONTROL_CHARACTER.test(text) && text.isWellFormed();
}
