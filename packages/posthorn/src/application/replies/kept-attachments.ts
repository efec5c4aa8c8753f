import { MailError } from '../../domain/errors/mail-error.ts';
import { accountKey } from '../../domain/limits/limit-keys.ts';
import type { Attachment } from '../../domain/messages/attachment.ts';
import { attachmentName } from '../../domain/messages/attachment-name.ts';
import { isMediaType } from '../../domain/messages/media-type.ts';
import type { DraftAttachment } from '../../domain/messages/message-draft.ts';
import type { ExactMessageRef } from '../../domain/messages/message-ref.ts';
import type { ContentSpool, KeptContent } from '../ports/content-spool.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';
import { fitFieldText } from './field-text.ts';
import { isWritableId } from './writable-id.ts';

/** The limit of large providers. */
export const MAX_ATTACHED_OCTETS = 25_000_000;
/** The limit of file systems. */
const MAX_FILE_NAME_CHARACTERS = 255;
const UNKNOWN_TYPE = 'application/octet-stream';

/** An attachment by part specifier. */
export interface MessagePart {
  readonly message: ExactMessageRef;
  readonly part: string;
}

/** Attachments, until released. */
export interface KeptAttachments {
  readonly attachments: readonly DraftAttachment[];
  release(): Promise<void>;
}

/** Dependencies of `keepAttachments`. */
export interface AttachmentKeeping {
  readonly mailStore: MailStore;
  readonly contentSpool: ContentSpool;
  /** Shown images keep their Content-ID. */
  readonly isShown: (attachment: Attachment) => boolean;
}

/**
 * Spools attachments in part order, one at a time. Throws like `MailStore.openAttachment` and `ContentSpool.keep`,
 * and `message-too-large` above `MAX_ATTACHED_OCTETS`, keeping nothing.
 */
export async function keepAttachments(
  keeping: AttachmentKeeping,
  parts: readonly MessagePart[],
  signal: AbortSignal,
): Promise<KeptAttachments> {
  const kept: KeptContent[] = [];
  const attachments: DraftAttachment[] = [];
  const release = async () => {
    await Promise.all(kept.map((content) => content.release()));
  };
  let leftOctets = MAX_ATTACHED_OCTETS;
  try {
    for (const part of parts) {
      const { attachment, content } = await keepPart(keeping, { ...part, maxOctets: leftOctets }, signal);
      kept.push(content);
      attachments.push({ ...describeFile(attachment), ...keptId(attachment, keeping), content });
      leftOctets -= content.length;
    }
  } catch (error) {
    await release();
    throw error;
  }
  return { attachments, release };
}

async function keepPart(
  { mailStore, contentSpool }: AttachmentKeeping,
  { message, part, maxOctets }: MessagePart & { readonly maxOctets: number },
  signal: AbortSignal,
): Promise<{ readonly attachment: Attachment; readonly content: KeptContent }> {
  const { attachment, stream } = await mailStore.openAttachment({ ...message, part }, signal);
  try {
    const { login, inbox: server } = message.account;
    const owner = accountKey({ login, server });
    return { attachment, content: await contentSpool.keep({ stream, maxOctets, owner }, signal) };
  } catch (error) {
    if (!(error instanceof MailError && error.code === 'message-too-large')) throw error;
    const detail = `The attachments have more than ${MAX_ATTACHED_OCTETS} octets together.`;
    throw new MailError('message-too-large', { detail }, { cause: error });
  }
}

function describeFile(attachment: Attachment): Pick<DraftAttachment, 'fileName' | 'mediaType'> {
  const { mediaType } = attachment;
  return {
    fileName: fitFieldText(attachmentName(attachment), MAX_FILE_NAME_CHARACTERS),
    mediaType: isMediaType(mediaType) ? mediaType : UNKNOWN_TYPE,
  };
}

function keptId(attachment: Attachment, { isShown }: AttachmentKeeping): Pick<DraftAttachment, 'contentId'> {
  const { contentId } = attachment;
  return contentId !== null && isWritableId(contentId) && isShown(attachment) ? { contentId } : {};
}
