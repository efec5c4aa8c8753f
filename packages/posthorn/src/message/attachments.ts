/** Describes the attachments of a message. */
import type { Attachment } from '../domain/attachment.ts';
import type { BodyPart } from '../domain/body-structure.ts';
import { parseMessageId } from './message-ids.ts';
import { fileNameOf } from './parameters.ts';

/** The part as an attachment, its texts decoded. */
export function toAttachment(part: BodyPart): Attachment {
  return {
    part: part.path,
    fileName: fileNameOf(part),
    mediaType: part.mediaType,
    encodedOctets: part.octets,
    encoding: part.encoding,
    contentId: part.contentId === null ? null : parseContentId(part.contentId),
    isInline: isInlineImage(part),
  };
}

/**
 * True for an image that is shown within the body: it says so, or it has an id for the HTML to refer to and does
 * not say that it is an attachment (RFC 2183 §2.1, RFC 2392).
 */
export function isInlineImage(part: BodyPart): boolean {
  if (!part.mediaType.startsWith('image/')) return false;
  return part.disposition === 'inline' || (part.disposition === null && part.contentId !== null);
}

/** Content-IDs have the syntax of message ids (RFC 2045 §7), but many lack the `@` or the brackets. */
function parseContentId(value: string): string | null {
  const id = value.trim().replace(/^<|>$/g, '');
  return id === '' ? null : parseMessageId(`<${id}>`);
}
