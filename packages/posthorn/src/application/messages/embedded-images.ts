import type { Attachment } from '../../domain/messages/attachment.ts';
import { attachmentSize } from '../../domain/messages/attachment-size.ts';
import type { MessageRef } from '../../domain/messages/message-ref.ts';
import { isSafeImage } from '../../domain/messages/safe-image.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';
import { mapShownImages, shownContentIds } from './html-images.ts';
import { readUpTo } from './read-up-to.ts';

/** Per use; memory holds the text several times. */
const MAX_EMBEDDED_OCTETS = 5_000_000;
/** Each costs a command. */
const MAX_EMBEDDED_IMAGES = 100;

interface EmbeddedImage {
  readonly octets: number;
  readonly uri: string;
}

/** Replaces `cid:` in sanitised HTML by data URIs, within limits. Throws like `MailStore`. */
export async function embedImages(
  mailStore: MailStore,
  { message, html }: { readonly message: MessageRef; readonly html: string },
  signal: AbortSignal,
): Promise<string> {
  const contentIds = await shownContentIds(html);
  if (contentIds.size === 0) return html;
  const shown = (await mailStore.listAttachments(message, signal)).filter((attachment) =>
    isShownImage(attachment, contentIds),
  );
  const images = new Map<string, EmbeddedImage>();
  let leftOctets = MAX_EMBEDDED_OCTETS;
  for (const attachment of shown.slice(0, MAX_EMBEDDED_IMAGES)) {
    const { contentId, mediaType, part } = attachment;
    const isHopeless = attachmentSize(attachment).octets > leftOctets;
    if (contentId === null || images.has(contentId) || isHopeless) continue;
    const { stream } = await mailStore.openAttachment({ ...message, part }, signal);
    const content = await readUpTo(leftOctets, stream);
    // Stops after a wasted download.
    if (content === null) break;
    leftOctets -= content.length;
    const uri = `data:${mediaType};base64,${content.toString('base64')}`;
    images.set(contentId, { octets: content.length, uri });
  }
  return mapWithin(html, images);
}

function isShownImage({ contentId, mediaType }: Attachment, contentIds: ReadonlySet<string>): boolean {
  return contentId !== null && contentIds.has(contentId) && isSafeImage(mediaType);
}

function mapWithin(html: string, images: ReadonlyMap<string, EmbeddedImage>): Promise<string> {
  let leftOctets = MAX_EMBEDDED_OCTETS;
  return mapShownImages(html, (contentId) => {
    const image = images.get(contentId);
    if (image === undefined || image.octets > leftOctets) return undefined;
    leftOctets -= image.octets;
    return image.uri;
  });
}
