import type { MessageBody, ReadableBody } from '../../domain/messages/message-body.ts';
import type { MessageRef } from '../../domain/messages/message-ref.ts';
import type { RemoteImages } from '../../domain/messages/remote-content.ts';
import type { HtmlReader } from '../ports/html-reader.ts';
import type { HtmlSanitizer } from '../ports/html-sanitizer.ts';
import type { MailStore, TextSelection } from '../ports/mail/mail-store.ts';
import { derivePlainText } from './derived-text.ts';
import { embedImages } from './embedded-images.ts';

/** Reads texts safe to show. Throws like `MailStore.getMessageBody`. */
export interface MessageBodies {
  /** The selected texts: HTML sanitised, plain text derived if missing. Escape plain text in HTML. */
  get(location: BodyRequest, signal: AbortSignal): Promise<ReadableBody>;

  /**
   * Like `get`, with the message's images as data URIs. Images above 5 MB in total, and other content, stay
   * `cid:`.
   */
  getWithImages(
    location: MessageRef & { readonly images: RemoteImages },
    signal: AbortSignal,
  ): Promise<ReadableBody>;
}

export type BodyRequest = MessageRef &
  TextSelection & {
    readonly images: RemoteImages;
    /** The texts, if they were read already. */
    readonly received?: MessageBody | undefined;
  };

/** Dependencies. */
export interface MessageBodiesDependencies {
  readonly mailStore: MailStore;
  readonly htmlSanitizer: HtmlSanitizer;
  readonly htmlReader: HtmlReader;
}

/** The service. */
export function createMessageBodies({
  mailStore,
  htmlSanitizer,
  htmlReader,
}: MessageBodiesDependencies): MessageBodies {
  const get: MessageBodies['get'] = async ({ images, received: known, ...message }, signal) => {
    const received = known ?? (await mailStore.getMessageBody(message, signal));
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
