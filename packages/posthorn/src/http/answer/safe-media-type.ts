/** Media types under which a browser may see the content of a stranger's file. */
import { SAFE_IMAGES } from '../../domain/safe-image.ts';

/** The type that no browser interprets. */
export const OCTET_STREAM = 'application/octet-stream';

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

/** The media type when it cannot run anything, else `application/octet-stream`. */
export function safeMediaType(mediaType: string): string {
  return SAFE_FILES.has(mediaType) ? mediaType : OCTET_STREAM;
}
