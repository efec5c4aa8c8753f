import type { ReadableBody } from '../../../domain/messages/message-body.ts';
import type { FolderKeys } from '../request/keys.ts';

/** v0's MessageBody; `meta` lists truncated and blocked content. */
export function presentMessageBody(
  { uid, textHtml, textPlain, truncated, blocked }: ReadableBody,
  keys: FolderKeys,
): object {
  const meta = {
    ...(truncated.length > 0 && { truncated: true, truncatedContent: truncated }),
    ...(blocked.count > 0 && { blockedRemoteContent: blocked }),
  };
  return {
    success: true,
    ...(Object.keys(meta).length > 0 && { meta }),
    data: { id: String(uid), ...keys, textHtml, textPlain },
  };
}
