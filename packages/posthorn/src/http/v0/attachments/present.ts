import type { ListedAttachment } from '../../../application/attachments/attachments.ts';
import { formatAttachmentId } from '../../../domain/messages/attachment-id.ts';
import { attachmentName } from '../../../domain/messages/attachment-name.ts';
import { attachmentSize } from '../../../domain/messages/attachment-size.ts';
import { isSafeImage } from '../../../domain/messages/safe-image.ts';
import { OCTET_STREAM } from '../../answer/safe-media-type.ts';
import type { FolderKeys } from '../request/keys.ts';

/** RFC 2045 §5.1; other characters could break out of markup. */
const PLAIN_MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}$/;

export type AttachmentKeys = FolderKeys & { readonly parentMessageItemId: string };

/** Attachment keys and links. */
export interface AttachmentContext {
  readonly keys: AttachmentKeys;
  readonly addressOf?: (attachmentId: string) => string;
}

/**
 * v0's attachment. Content is a data URI in `downloadUrl` (and `previewImgSrc` for images), or an address if too
 * large.
 */
export function presentAttachment(
  { attachment, content }: ListedAttachment,
  { keys, addressOf }: AttachmentContext,
): object {
  const { mediaType } = attachment;
  const id = formatAttachmentId(attachment);
  const base64 = content?.toString('base64');
  const downloadUrl = base64 === undefined ? addressOf?.(id) : dataUri(OCTET_STREAM, base64);
  return {
    id,
    ...keys,
    text: attachmentName(attachment),
    type: PLAIN_MEDIA_TYPE.test(mediaType) ? mediaType : OCTET_STREAM,
    size: content?.length ?? attachmentSize(attachment).octets,
    ...(downloadUrl !== undefined && { downloadUrl }),
    previewImgSrc: base64 !== undefined && isSafeImage(mediaType) ? dataUri(mediaType, base64) : '',
  };
}

function dataUri(mediaType: string, base64: string): string {
  return `data:${mediaType};base64,${base64}`;
}
