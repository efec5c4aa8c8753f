/** Without SVG, which may contain scripts. */
export const SAFE_IMAGES: ReadonlySet<string> = new Set([
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
]);

/** Checks for an image type without active content. */
export function isSafeImage(mediaType: string): boolean {
  return SAFE_IMAGES.has(mediaType);
}
