import { SAFE_IMAGES } from '../../domain/messages/safe-image.ts';

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

/** The media type if harmless in browsers, else `application/octet-stream`. */
export function safeMediaType(mediaType: string): string {
  return SAFE_FILES.has(mediaType) ? mediaType : OCTET_STREAM;
}
