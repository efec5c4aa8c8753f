/** SVG may contain scripts. */
export const SAFE_IMAGES: ReadonlySet<string> = new Set([
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
]);

/** True for images without active content. */
export function isSafeImage(mediaType: string): boolean {
  return SAFE_IMAGES.has(mediaType);
}
