const MAX_CHARACTERS = 4000;
/** RFC 5321 allows 64 octets. */
const MAX_LOCAL_PART_CHARACTERS = 320;
/** Local part or URL password before `@`. Bounded: the search is linear. */
const BEFORE_AT = /[^\s@<>"'(),:;/?&=]{1,320}(?:@|%40)/gi;
const HTTP_CREDENTIALS = /\b(Basic|Bearer)\s+[A-Za-z0-9+/=._~-]+/gi;

/** A connect page's secret. */
const PAGE_SECRET = /(\/connect\/[A-Za-z0-9_-]{1,64}\/)[A-Za-z0-9_-]+/g;

/** Removes local parts, HTTP credentials and connect page secrets; cuts the text. */
export function scrubText(text: string): string {
  return cut(text)
    .replace(HTTP_CREDENTIALS, '$1 [secret]')
    .replace(PAGE_SECRET, '$1[secret]')
    .replace(BEFORE_AT, '***@');
}

/** Prefers word boundaries: half an address would stay. */
function cut(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const start = text.slice(0, MAX_CHARACTERS);
  const space = start.lastIndexOf(' ');
  const end = space > MAX_CHARACTERS - MAX_LOCAL_PART_CHARACTERS ? space : MAX_CHARACTERS;
  return `${start.slice(0, end)}...`;
}
