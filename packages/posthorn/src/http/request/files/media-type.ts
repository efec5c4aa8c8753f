/** Media types that clients name. */

/** `type/subtype`; registered names have at most 127 characters each (RFC 6838 §4.2). */
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/** The media type in lower case and without parameters, or undefined when the text is not a media type. */
export function parseMediaType(text: string): string | undefined {
  const [name = ''] = text.split(';', 1);
  const mediaType = name.trim().toLowerCase();
  return MEDIA_TYPE.test(mediaType) ? mediaType : undefined;
}
