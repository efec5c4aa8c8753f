/** Media types under which a browser may see the content of a stranger's file. */

/** The type that no browser interprets. */
export const OCTET_STREAM = 'application/octet-stream';

/** Images that are only pixels. SVG is a document with scripts and is missing for that reason. */
const SAFE_IMAGES: ReadonlySet<string> = new Set([
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
]);

const SAFE_FILES: ReadonlySet<string> = new Set([
  ...SAFE_IMAGES,
  'application/pdf',
  'application/zip',
  'audio/mpeg',
  'audio/ogg',
  'text/plain',
  'video/mp4',
  'video/webm',
]);

export function isSafeImage(mediaType: string): boolean {
  return SAFE_IMAGES.has(mediaType);
}

/** The media type when it cannot run anything, else `application/octet-stream`. */
export function safeMediaType(mediaType: string): string {
  return SAFE_FILES.has(mediaType) ? mediaType : OCTET_STREAM;
}
