/** Application service: the texts of a message, safe to show. */
import type { MessageBody } from '../domain/message-body.ts';
import type { MessageRef } from '../domain/message-ref.ts';
import type { HtmlSanitizer } from './ports/html-sanitizer.ts';
import type { MailStore } from './ports/mail-store.ts';

/** Throws what `MailStore.getMessageBody` throws. */
export interface MessageBodies {
  /** Both texts; the HTML is sanitised. The plain text is text: whoever shows it as HTML has to escape it. */
  get(message: MessageRef, signal: AbortSignal): Promise<MessageBody>;
}

/** What `createMessageBodies` works with. */
export interface MessageBodiesDependencies {
  readonly mailStore: MailStore;
  readonly htmlSanitizer: HtmlSanitizer;
}

/** Creates the service for message texts. Their HTML is sanitised. */
export function createMessageBodies({ mailStore, htmlSanitizer }: MessageBodiesDependencies): MessageBodies {
  return {
    async get(message, signal) {
      const body = await mailStore.getMessageBody(message, signal);
      return { ...body, textHtml: htmlSanitizer.sanitize(body.textHtml) };
    },
  };
}
