/** RFC 6838 §4.2. */
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/i;

/** `type/subtype` in any case, without parameters. */
export function isMediaType(text: string): boolean {
  return MEDIA_TYPE.test(text);
}
