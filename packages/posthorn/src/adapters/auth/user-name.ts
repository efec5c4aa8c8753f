/** RFC 5321 §4.5.3.1: 64 and 255 octets, and `@`. */
const MAX_USER_NAME_OCTETS = 320;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * Checks names for patterns and mail servers. A line break could pass a multiline `$`: `x@evil.example`, line
 * feed, `@example.org`.
 */
export function isUserName(text: string): boolean {
  const isShort = text.length <= MAX_USER_NAME_OCTETS && Buffer.byteLength(text) <= MAX_USER_NAME_OCTETS;
  return text !== '' && isShort && !CONTROL_CHARACTER.test(text) && text.isWellFormed();
}
