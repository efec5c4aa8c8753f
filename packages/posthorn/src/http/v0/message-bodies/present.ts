/** A MessageBody as v0 shows it. */
import type { MessageBody } from '../../../domain/message-body.ts';
import type { FolderKeys } from '../keys.ts';

/** The answer with both texts, each empty when the message has none; `meta.truncated` when a text was cut. */
export function presentMessageBody(
  { uid, textHtml, textPlain, isTruncated }: MessageBody,
  keys: FolderKeys,
): object {
  return {
    success: true,
    ...(isTruncated && { meta: { truncated: true } }),
    data: { id: String(uid), ...keys, textHtml, textPlain },
  };
}
