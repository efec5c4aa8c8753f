/** Describes the attachments of a message. */
import type { Attachment } from '../domain/attachment.ts';
import type { BodyPart } from '../domain/body-structure.ts';
import { parseMessageId } from './message-ids.ts';
import { selectMessageParts } from './message-parts.ts';
import { fileNameOf } from './parameters.ts';

/** An attachment and the part that it is. */
export interface AttachedPart {
  readonly part: BodyPart;
  readonly attachment: Attachment;
}

/** The attachments of a message with this structure, in the order of its parts. */
export function listAttachments(structure: BodyPart): readonly AttachedPart[] {
  const { attachments, shownImages } = selectMessageParts(structure);
  return attachments.map((part) => ({ part, attachment: toAttachment(part, shownImages.has(part)) }));
}

/** The part as an attachment, its texts decoded. */
function toAttachment(part: BodyPart, isInline: boolean): Attachment {
  return {
    part: part.path,
    fileName: fileNameOf(part),
    mediaType: part.mediaType,
    encodedOctets: part.octets,
    encoding: part.encoding,
    contentId: part.contentId === null ? null : parseContentId(part.contentId),
    isInline,
  };
}

/** Content-IDs have the syntax of message ids (RFC 2045 §7), but many lack the `@` or the brackets. */
function parseContentId(value: string): string | null {
  const id = value.trim().replace(/^<|>$/g, '');
  return id === '' ? null : parseMessageId(`<${id}>`);
}
