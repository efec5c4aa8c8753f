/** Media types (RFC 6838 §4.2). */

/** Registered names are shorter than the 127 characters that each may have. */
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/i;

/** True for `type/subtype` in any case, without parameters. */
export function isMediaType(text: string): boolean {
  return MEDIA_TYPE.test(text);
}
