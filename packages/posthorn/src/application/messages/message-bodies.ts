/** Application service: the texts of a message, safe to show. */
import type { MessageBody, ReadableBody } from '../../domain/message-body.ts';
import type { MessageRef } from '../../domain/message-ref.ts';
import type { RemoteImages } from '../../domain/remote-content.ts';
import type { HtmlReader } from '../ports/html-reader.ts';
import type { HtmlSanitizer } from '../ports/html-sanitizer.ts';
import type { MailStore, TextSelection } from '../ports/mail/mail-store.ts';
import { derivePlainText } from './derived-text.ts';
import { embedImages } from './embedded-images.ts';

/** Throws what `MailStore.getMessageBody` throws. */
export interface MessageBodies {
  /**
   * The selected texts; the HTML is sanitised. The plain text is not HTML: escape it to show it as HTML. A plain text that is selected is made
   * from the HTML where the message has only that; without a selection both texts are those of the message.
   */
  get(location: BodyRequest, signal: AbortSignal): Promise<ReadableBody>;

  /**
   * The same with the images that the message brings along as data URIs in its HTML, for clients that cannot find them by their
   * Content-ID. At most 5 MB of them; further images, and content that is not a plain image, keep their `cid:`.
   */
  getWithImages(
    location: MessageRef & { readonly images: RemoteImages },
    signal: AbortSignal,
  ): Promise<ReadableBody>;
}

/** A message, and how its texts are read. */
export type BodyRequest = MessageRef & TextSelection & { readonly images: RemoteImages };

/** What `createMessageBodies` works with. */
export interface MessageBodiesDependencies {
  readonly mailStore: MailStore;
  readonly htmlSanitizer: HtmlSanitizer;
  readonly htmlReader: HtmlReader;
}

/** Creates the service for message texts. Their HTML is sanitised. */
export function createMessageBodies({
  mailStore,
  htmlSanitizer,
  htmlReader,
}: MessageBodiesDependencies): MessageBodies {
  const get: MessageBodies['get'] = async ({ images, ...message }, signal) => {
    const received = await mailStore.getMessageBody(message, signal);
    const derived = message.texts?.has('textPlain')
      ? await derivePlainText(htmlReader, received, signal)
      : undefined;
    const body = derived ?? received;
    const { html, isTruncated, blocked } = await htmlSanitizer.sanitize(
      { html: body.textHtml, images },
      signal,
    );
    return {
      ...body,
      textHtml: html,
      truncated: truncatedOf(body, isTruncated),
      blocked,
      isPlainDerived: derived !== undefined,
    };
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
