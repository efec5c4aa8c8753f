import type { Attachment } from './attachment.ts';

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['message/rfc822', '.eml'],
  ['text/calendar', '.ics'],
  ['text/html', '.html'],
  ['text/plain', '.txt'],
  ['application/pdf', '.pdf'],
  ['image/jpeg', '.jpg'],
  ['image/png', '.png'],
]);

/** The file name, or `attachment-{part}` with an extension. */
export function attachmentName({ fileName, part, mediaType }: Attachment): string {
  if (fileName !== null && fileName.trim() !== '') return fileName;
  return `attachment-${part}${EXTENSIONS.get(mediaType) ?? ''}`;
}
