import type { Readable } from 'node:stream';
import { MailError } from '../../domain/errors/mail-error.ts';
import type { Attachment } from '../../domain/messages/attachment.ts';
import { type AttachmentId, findAttachment } from '../../domain/messages/attachment-id.ts';
import { attachmentSize } from '../../domain/messages/attachment-size.ts';
import type { MessageRef } from '../../domain/messages/message-ref.ts';
import { readUpTo } from '../messages/read-up-to.ts';
import type { AttachmentContent, MailStore } from '../ports/mail/mail-store.ts';
import { AttachmentSizes } from './attachment-sizes.ts';

/** Decoded octets of a list in memory; also large providers' size limit. */
export const MAX_LISTED_CONTENT_OCTETS = 25_000_000;

/** Each is a round trip. */
const MAX_LISTED_CONTENTS = 100;

/** A listed attachment and its content. */
export interface ListedAttachment {
  readonly attachment: Attachment;
  /** Null after the first hundred, or beyond `MAX_LISTED_CONTENT_OCTETS`. */
  readonly content: Buffer | null;
}

export type AttachmentRef = MessageRef & { readonly id: AttachmentId };

/** `isMeasured`: with sizes that the server can report. */
export type ListedMessage = MessageRef & { readonly isMeasured?: boolean };

export type PartRef = MessageRef & { readonly part: string };

/** Reads attachments. Throws like `MailStore`, and `attachment-unknown` for a single one. */
export interface Attachments {
  /** In part order, with cached exact sizes. */
  list(message: ListedMessage, signal: AbortSignal): Promise<readonly Attachment[]>;

  /** Includes images shown in the body. */
  listWithContent(message: MessageRef, signal: AbortSignal): Promise<readonly ListedAttachment[]>;

  get(attachment: AttachmentRef, signal: AbortSignal): Promise<Attachment>;

  /** Streams decoded content. Consume or destroy the stream. */
  open(attachment: AttachmentRef, signal: AbortSignal): Promise<AttachmentContent>;

  getPart(part: PartRef, signal: AbortSignal): Promise<Attachment>;

  openPart(part: PartRef, signal: AbortSignal): Promise<AttachmentContent>;

  /** The exact decoded size; downloads uncached content. */
  measure(request: MessageRef & { readonly attachment: Attachment }, signal: AbortSignal): Promise<number>;
}

/** Dependencies. */
export interface AttachmentsDependencies {
  readonly mailStore: MailStore;
}

/** The service. */
export function createAttachments({ mailStore }: AttachmentsDependencies): Attachments {
  const sizes = new AttachmentSizes();

  const list = async (message: ListedMessage & { readonly mayBeGone?: boolean }, signal: AbortSignal) =>
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
      for (const attachment of await list({ ...message, mayBeGone: true }, signal)) {
        const isHopeless = listed.length >= MAX_LISTED_CONTENTS || attachmentSize(attachment).octets > budget;
        const content = isHopeless
          ? null
          : await readUpTo(budget, (await openPart({ ...message, part: attachment.part }, signal)).stream);
        budget -= content?.length ?? 0;
        if (content !== null) sizes.remember({ message, attachment, octets: content.length });
        listed.push({ attachment, content });
      }
      const unread = listed.filter(({ content }) => content === null);
      // Read content proves that the message exists.
      const isChecked = unread.length < listed.length || listed.length === 0;
      const isExact = unread.every(({ attachment }) => !attachmentSize(attachment).isEstimate);
      if (isChecked && isExact) return listed;
      const measured = await list({ ...message, isMeasured: true }, signal);
      return listed.map((one, index) => ({ ...one, attachment: measured[index] ?? one.attachment }));
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
