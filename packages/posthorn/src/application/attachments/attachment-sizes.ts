/** Exact sizes: servers report encoded sizes, some inexactly. */
import type { Attachment } from '../../domain/messages/attachment.ts';
import type { MessageRef } from '../../domain/messages/message-ref.ts';
import { messageKey } from '../messages/message-key.ts';

const MAX_REMEMBERED = 2_000;

/** An attachment's decoded size. */
export interface MeasuredAttachment {
  readonly message: MessageRef;
  readonly attachment: Attachment;
  readonly octets: number;
}

/** Caches sizes without expiry: messages never change. */
export class AttachmentSizes {
  readonly #sizes = new Map<string, number>();

  find(message: MessageRef, attachment: Attachment): number | undefined {
    return this.#sizes.get(keyOf(message, attachment));
  }

  remember({ message, attachment, octets }: MeasuredAttachment): void {
    const [oldest] = this.#sizes.keys();
    if (oldest !== undefined && this.#sizes.size >= MAX_REMEMBERED) this.#sizes.delete(oldest);
    this.#sizes.set(keyOf(message, attachment), octets);
  }
}

function keyOf({ account, mailbox, uid }: MessageRef, attachment: Attachment): string {
  const { part, fileName, mediaType, encodedOctets } = attachment;
  return JSON.stringify([messageKey({ account, mailbox, uid }), part, fileName, mediaType, encodedOctets]);
}
