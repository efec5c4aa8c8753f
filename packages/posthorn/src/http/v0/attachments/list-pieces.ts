import type { ListedAttachment } from '../../../application/attachments/attachments.ts';
import { isSafeImage } from '../../../domain/messages/safe-image.ts';
import { OCTET_STREAM } from '../../answer/safe-media-type.ts';
import { type AttachmentContext, presentAttachment } from './present.ts';

/** Divisible by three: no base64 padding between pieces. */
const PIECE_OCTETS = 3 * 64 * 1024;

/** Pieces of JSON, equal to `JSON.stringify` of the presented attachments. */
export function* listPieces(
  listed: readonly ListedAttachment[],
  context: AttachmentContext,
): Generator<string, undefined> {
  yield '{"success":true,"data":[';
  for (const [index, one] of listed.entries()) {
    if (index > 0) yield ',';
    yield* attachmentPieces(one, context);
  }
  yield ']}';
  return undefined;
}

function* attachmentPieces(
  { attachment, content }: ListedAttachment,
  context: AttachmentContext,
): Generator<string> {
  if (content === null) {
    yield JSON.stringify(presentAttachment({ attachment, content }, context));
    return;
  }
  const counted = { ...attachment, countedOctets: content.length };
  const members = {
    ...presentAttachment({ attachment: counted, content: null }, { keys: context.keys }),
    downloadUrl: undefined,
    previewImgSrc: undefined,
  };
  yield `${JSON.stringify(members).slice(0, -1)},"downloadUrl":"`;
  yield* dataUriPieces(OCTET_STREAM, content);
  yield '","previewImgSrc":"';
  if (isSafeImage(attachment.mediaType)) yield* dataUriPieces(attachment.mediaType, content);
  yield '"}';
}

function* dataUriPieces(mediaType: string, content: Buffer): Generator<string> {
  yield `data:${mediaType};base64,`;
  for (let start = 0; start < content.length; start += PIECE_OCTETS) {
    yield content.toString('base64', start, start + PIECE_OCTETS);
  }
}
