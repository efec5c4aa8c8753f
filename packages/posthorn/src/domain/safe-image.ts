/** Images that a page may show although a stranger made them. */

/** Images that are only pixels. SVG is a document with scripts and is missing for that reason. */
export const SAFE_IMAGES: ReadonlySet<string> = new Set([
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
]);

/** True for a media type whose content can do nothing but be seen. */
export function isSafeImage(mediaType: string): boolean {
  return SAFE_IMAGES.has(mediaType);
}
