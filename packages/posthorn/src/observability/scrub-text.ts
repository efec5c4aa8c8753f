/** Takes out of a text what no log may hold. */

/** Server texts and stacks can be of any length; a log line cannot. */
const MAX_CHARACTERS = 4000;
/** Longest local part that is found; longer ones are no mail addresses (RFC 5321 allows 64 octets). */
const MAX_LOCAL_PART_CHARACTERS = 320;
/**
 * The local part of a mail address, or a password in a URL, before `@` or its percent encoding.
 * The bound keeps the search linear.
 */
const BEFORE_AT = /[^\s@<>"'(),:;/?&=]{1,320}(?:@|%40)/gi;
const HTTP_CREDENTIALS = /\b(Basic|Bearer)\s+[A-Za-z0-9+/=._~-]+/gi;

/** The text without local parts of mail addresses and without HTTP credentials, cut to a readable length. */
export function scrubText(text: string): string {
  return cut(text).replace(HTTP_CREDENTIALS, '$1 [secret]').replace(BEFORE_AT, '***@');
}

/** Cuts between words where it can: half an address would not be found. */
function cut(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const start = text.slice(0, MAX_CHARACTERS);
  const space = start.lastIndexOf(' ');
  const end = space > MAX_CHARACTERS - MAX_LOCAL_PART_CHARACTERS ? space : MAX_CHARACTERS;
  return `${start.slice(0, end)}...`;
}
