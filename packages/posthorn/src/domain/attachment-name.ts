/** The name under which an attachment is offered as a file. */
import type { Attachment } from './attachment.ts';

/** Extensions for the media types that often come without a name. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['message/rfc822', '.eml'],
  ['text/calendar', '.ics'],
  ['text/html', '.html'],
  ['text/plain', '.txt'],
  ['application/pdf', '.pdf'],
  ['image/jpeg', '.jpg'],
  ['image/png', '.png'],
]);

/** The attachment's own file name, or `attachment-{part}` with a fitting extension when it has none. */
export function attachmentName({ fileName, part, mediaType }: Attachment): string {
  if (fileName !== null && fileName.trim() !== '') return fileName;
  return `attachment-${part}${EXTENSIONS.get(mediaType) ?? ''}`;
}
