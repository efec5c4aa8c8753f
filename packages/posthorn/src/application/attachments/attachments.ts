/** Application service: the files of a message. */
import type { Readable } from 'node:stream';
import type { Attachment } from '../../domain/attachment.ts';
import { type AttachmentId, findAttachment } from '../../domain/attachment-id.ts';
import { attachmentSize } from '../../domain/attachment-size.ts';
import { MailError } from '../../domain/mail-error.ts';
import type { MessageRef } from '../../domain/message-ref.ts';
import { readUpTo } from '../messages/read-up-to.ts';
import type { AttachmentContent, MailStore } from '../ports/mail/mail-store.ts';
import { AttachmentSizes } from './attachment-sizes.ts';

/**
 * Decoded octets that one list may carry in memory. The list answers with all of them at once, and base64
 * makes them a third larger; 25 MB is also the most that large providers accept in one message.
 */
export const MAX_LISTED_CONTENT_OCTETS = 25_000_000;

/** Contents that one list may carry: each is a round trip to the mail server. Real mail has some dozens of files. */
const MAX_LISTED_CONTENTS = 100;

/** An attachment of a list that carries contents. */
export interface ListedAttachment {
  readonly attachment: Attachment;
  /** The decoded content; null after the first hundred, and once `MAX_LISTED_CONTENT_OCTETS` are used up. */
  readonly content: Buffer | null;
}

/** An attachment by its id. */
export type AttachmentRef = MessageRef & { readonly id: AttachmentId };

/** An attachment by its MIME part specifier. */
export type PartRef = MessageRef & { readonly part: string };

/** All methods throw what `MailStore` throws; those for one attachment also `attachment-unknown`. */
export interface Attachments {
  /** All attachments in the order of their parts, without their contents. Sizes that were counted before are known. */
  list(message: MessageRef, signal: AbortSignal): Promise<readonly Attachment[]>;

  /** All attachments in the order of their parts, with their contents; images shown in the body are among them. */
  listWithContent(message: MessageRef, signal: AbortSignal): Promise<readonly ListedAttachment[]>;

  get(attachment: AttachmentRef, signal: AbortSignal): Promise<Attachment>;

  /** The decoded content as a stream. The caller consumes or destroys it. */
  open(attachment: AttachmentRef, signal: AbortSignal): Promise<AttachmentContent>;

  getPart(part: PartRef, signal: AbortSignal): Promise<Attachment>;

  /** The decoded content as a stream. The caller consumes or destroys it. */
  openPart(part: PartRef, signal: AbortSignal): Promise<AttachmentContent>;

  /** The exact size of the decoded content. Reads the whole content where the size is not known yet. */
  measure(request: MessageRef & { readonly attachment: Attachment }, signal: AbortSignal): Promise<number>;
}

/** What `createAttachments` works with. */
export interface AttachmentsDependencies {
  readonly mailStore: MailStore;
}

/** Creates the service for attachments over a mail store. */
export function createAttachments({ mailStore }: AttachmentsDependencies): Attachments {
  const sizes = new AttachmentSizes();

  const list = async (message: MessageRef, signal: AbortSignal) =>
    (await mailStore.listAttachments(message, signal)).map((attachment) => {
      const countedOctets = sizes.find(message, attachment);
      return countedOctets === undefined ? attachment : { ...attachment, countedOctets };
    });

  const openPart = async (part: PartRef, signal: AbortSignal): Promise<AttachmentContent> => {
    const content = await mailStore.openAttachment(part, signal);
    if (signal.aborted) content.stream.destroy();
    signal.throwIfAborted();
    return content;
  };

  const get = async (wanted: AttachmentRef, signal: AbortSignal): Promise<Attachment> => {
    const attachment = findAttachment(await list(wanted, signal), wanted.id);
    if (attachment !== undefined) return attachment;
    throw attachmentUnknown();
  };

  return {
    list,
    get,
    openPart,

    async open({ id, ...message }, signal) {
      const { part } = await get({ ...message, id }, signal);
      return openPart({ ...message, part }, signal);
    },

    async getPart(wanted, signal) {
      const attachments = await list(wanted, signal);
      const attachment = attachments.find(({ part }) => part === wanted.part);
      if (attachment !== undefined) return attachment;
      throw attachmentUnknown();
    },

    async measure({ attachment, ...message }, signal) {
      const known = sizes.find(message, attachment);
      if (known !== undefined) return known;
      const { stream } = await openPart({ ...message, part: attachment.part }, signal);
      const octets = await countOctets(stream);
      sizes.remember({ message, attachment, octets });
      return octets;
    },

    async listWithContent(message, signal) {
      const listed: ListedAttachment[] = [];
      let budget = MAX_LISTED_CONTENT_OCTETS;
      for (const attachment of await list(message, signal)) {
        const isHopeless = listed.length >= MAX_LISTED_CONTENTS || attachmentSize(attachment).octets > budget;
        const content = isHopeless
          ? null
          : await readUpTo(budget, (await openPart({ ...message, part: attachment.part }, signal)).stream);
        budget -= content?.length ?? 0;
        if (content !== null) sizes.remember({ message, attachment, octets: content.length });
        listed.push({ attachment, content });
      }
      return listed;
    },
  };
}

function attachmentUnknown(): MailError {
  return new MailError('attachment-unknown', { detail: 'The message has no such attachment.' });
}

async function countOctets(stream: Readable): Promise<number> {
  let octets = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) octets += chunk.length;
  return octets;
}
