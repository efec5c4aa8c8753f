/** Browsers' limit of links. */
const MAX_URL_CHARACTERS = 8192;
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip control characters, so they could hide a scheme
const HIDDEN_CHARACTERS = /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/;
const LINK = /^(?:https?:\/\/[^/\\]|mailto:|tel:)/i;
const IMAGE = /^(?:https?:\/\/[^/\\]|cid:)/i;
const REMOTE = /^https?:/i;
/** SVG may contain scripts and styles. */
const DATA_IMAGE = /^data:image\/(?:png|jpeg|jpg|gif|webp);base64,[a-z0-9+/]+={0,2}$/i;
const MAX_DATA_CHARACTERS = 500_000;
/** As MARKUP_END (`html-allow-list.ts`). */
const MARKUP = /[<>]/;

/**
 * Trimmed, or undefined. Refuses inner white space, and relative URLs, which lead to this page. Hosts without
 * a scheme get https.
 */
export function toSafeUrl(attribute: 'href' | 'src', url: string): string | undefined {
  const written = url.trim();
  if (attribute === 'src' && isDataImage(written)) return written;
  const trimmed = written.startsWith('//') ? `https:${written}` : written;
  const pattern = attribute === 'href' ? LINK : IMAGE;
  if (trimmed.length > MAX_URL_CHARACTERS || !pattern.test(trimmed)) return undefined;
  return HIDDEN_CHARACTERS.test(trimmed) || MARKUP.test(trimmed) ? undefined : trimmed;
}

function isDataImage(url: string): boolean {
  return url.length <= MAX_DATA_CHARACTERS && DATA_IMAGE.test(url);
}

/** True for a remote `src` from `toSafeUrl`. */
export function isRemoteUrl(url: string): boolean {
  return REMOTE.test(url);
}
