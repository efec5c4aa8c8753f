/** An attachment as v0 shows it. */
import type { ListedAttachment } from '../../../application/attachments.ts';
import { formatAttachmentId } from '../../../domain/attachment-id.ts';
import { attachmentName } from '../../../domain/attachment-name.ts';
import { attachmentSize } from '../../../domain/attachment-size.ts';
import { isSafeImage, OCTET_STREAM } from '../../answer/safe-media-type.ts';
import type { FolderKeys } from '../keys.ts';

/** A media type that is one word on each side of its slash (RFC 2045 §5.1); others could break out of markup. */
const PLAIN_MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}$/;

export interface AttachmentContext {
  readonly keys: FolderKeys & { readonly parentMessageItemId: string };
  /** The address of the list; a single file's lies below it. */
  readonly listUrl: string;
}

/**
 * The members of v0's attachment. A content that was read comes as a data URI in `downloadUrl`, and once more in
 * `previewImgSrc` when it is an image; a content that was too large has the address of its download instead.
 */
export function presentAttachment(
  { attachment, content }: ListedAttachment,
  context: AttachmentContext,
): object {
  const { mediaType } = attachment;
  const id = formatAttachmentId(attachment);
  const base64 = content?.toString('base64');
  return {
    id,
    ...context.keys,
    text: attachmentName(attachment),
    type: PLAIN_MEDIA_TYPE.test(mediaType) ? mediaType : OCTET_STREAM,
    size: content?.length ?? attachmentSize(attachment).octets,
    downloadUrl: base64 === undefined ? `${context.listUrl}/${id}` : dataUri(OCTET_STREAM, base64),
    previewImgSrc: base64 !== undefined && isSafeImage(mediaType) ? dataUri(mediaType, base64) : '',
  };
}

function dataUri(mediaType: string, base64: string): string {
  return `data:${mediaType};base64,${base64}`;
}
