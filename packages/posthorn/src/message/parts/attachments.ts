import type { Attachment } from '../../domain/messages/attachment.ts';
import type { BodyPart } from '../../domain/messages/body-structure.ts';
import { parseMessageId } from '../headers/message-ids.ts';
import { fileNameOf } from '../headers/parameters.ts';
import { selectMessageParts } from './message-parts.ts';

/** An attachment and its part. */
export interface AttachedPart {
  readonly part: BodyPart;
  readonly attachment: Attachment;
}

/** Attachments in part order. */
export function listAttachments(structure: BodyPart): readonly AttachedPart[] {
  const { attachments, shownImages } = selectMessageParts(structure);
  return attachments.map((part) => ({ part, attachment: toAttachment(part, shownImages.has(part)) }));
}

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

/** RFC 2045 §7 requires msg-id; many lack `@` or brackets. */
function parseContentId(value: string): string | null {
  const id = value.trim().replace(/^<|>$/g, '');
  return id === '' ? null : parseMessageId(`<${id}>`);
}
