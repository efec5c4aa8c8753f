/** Application service: the texts of a message, safe to show. */
import type { MessageBody, ReadableBody } from '../../domain/message-body.ts';
import type { MessageRef } from '../../domain/message-ref.ts';
import type { RemoteImages } from '../../domain/remote-content.ts';
import type { HtmlSanitizer } from '../ports/html-sanitizer.ts';
import type { MailStore } from '../ports/mail-store.ts';
import { embedImages } from './embedded-images.ts';

/** Throws what `MailStore.getMessageBody` throws. */
export interface MessageBodies {
  /** Both texts; the HTML is sanitised. The plain text is not HTML: escape it to show it as HTML. */
  get(location: MessageRef & { readonly images: RemoteImages }, signal: AbortSignal): Promise<ReadableBody>;

  /**
   * The same with the images that the message brings along as data URIs in its HTML, for clients that cannot find them by their
   * Content-ID. At most 5 MB of them; further images, and content that is not a plain image, keep their `cid:`.
   */
  getWithImages(
    location: MessageRef & { readonly images: RemoteImages },
    signal: AbortSignal,
  ): Promise<ReadableBody>;
}

/** What `createMessageBodies` works with. */
export interface MessageBodiesDependencies {
  readonly mailStore: MailStore;
  readonly htmlSanitizer: HtmlSanitizer;
}

/** Creates the service for message texts. Their HTML is sanitised. */
export function createMessageBodies({ mailStore, htmlSanitizer }: MessageBodiesDependencies): MessageBodies {
  const get: MessageBodies['get'] = async ({ images, ...message }, signal) => {
    const body = await mailStore.getMessageBody(message, signal);
    const { html, isTruncated, blocked } = await htmlSanitizer.sanitize(
      { html: body.textHtml, images },
      signal,
    );
    return { ...body, textHtml: html, truncated: truncatedOf(body, isTruncated), blocked };
  };
  return {
    get,

    async getWithImages(location, signal) {
      const body = await get(location, signal);
      const { images: _images, ...message } = location;
      return { ...body, textHtml: await embedImages(mailStore, { message, html: body.textHtml }, signal) };
    },
  };
}

function truncatedOf({ truncated }: MessageBody, isHtmlTruncated: boolean): MessageBody['truncated'] {
  return isHtmlTruncated && !truncated.includes('textHtml') ? [...truncated, 'textHtml'] : truncated;
}
