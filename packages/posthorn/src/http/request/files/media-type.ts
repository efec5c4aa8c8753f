/** RFC 6838 §4.2. */
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/** Lower case, without parameters; undefined when malformed. */
export function parseMediaType(text: string): string | undefined {
  const [name = ''] = text.split(';', 1);
  const mediaType = name.trim().toLowerCase();
  return MEDIA_TYPE.test(mediaType) ? mediaType : undefined;
}
