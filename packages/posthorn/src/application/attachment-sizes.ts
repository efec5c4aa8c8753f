/** The exact sizes of attachments. Servers report only encoded sizes, and some of them inexactly. */
import type { Attachment } from '../domain/attachment.ts';
import type { MessageRef } from '../domain/message-ref.ts';

/** The most sizes to remember; an entry takes some hundred octets. */
const MAX_REMEMBERED = 2_000;

/** Remembers what was counted once: messages never change. */
export class AttachmentSizes {
  readonly #sizes = new Map<string, number>();

  find(location: MessageRef, attachment: Attachment): number | undefined {
    return this.#sizes.get(keyOf(location, attachment));
  }

  remember(location: MessageRef, attachment: Attachment, octets: number): void {
    const [oldest] = this.#sizes.keys();
    if (oldest !== undefined && this.#sizes.size >= MAX_REMEMBERED) this.#sizes.delete(oldest);
    this.#sizes.set(keyOf(location, attachment), octets);
  }
}

/** Identifies an attachment; its own values replace the uidValidity of its mailbox. */
function keyOf({ account, mailbox, uid }: MessageRef, attachment: Attachment): string {
  const { inbox, user } = account;
  const { part, fileName, mediaType, encodedOctets } = attachment;
  const place = [inbox.host, inbox.port, user, mailbox, uid];
  return JSON.stringify([...place, part, fileName, mediaType, encodedOctets]);
}
