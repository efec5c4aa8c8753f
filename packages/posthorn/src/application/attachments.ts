/** Application service: the files of a message. */
import type { Readable } from 'node:stream';
import type { Attachment } from '../domain/attachment.ts';
import { type AttachmentId, findAttachment } from '../domain/attachment-id.ts';
import { estimateDecodedOctets } from '../domain/attachment-size.ts';
import { MailError } from '../domain/mail-error.ts';
import type { MessageLocation } from './message-location.ts';
import type { AttachmentContent, MailStore } from './ports/mail-store.ts';

/**
 * Decoded octets that one list may carry in memory. The list answers with all of them at once, and base64
 * makes them a third larger; 25 MB is also the most that large providers accept in one message.
 */
export const MAX_LISTED_CONTENT_OCTETS = 25_000_000;

/** An attachment of a list that carries contents. */
export interface ListedAttachment {
  readonly attachment: Attachment;
  /** The decoded content; null when it does not fit into `MAX_LISTED_CONTENT_OCTETS` any more. */
  readonly content: Buffer | null;
}

export type AttachmentLocation = MessageLocation & { readonly id: AttachmentId };

/** All methods throw what `MailStore` throws; `get` and `open` also `attachment-unknown`. */
export interface Attachments {
  /** All attachments in the order of their parts, with their contents; images shown in the body are among them. */
  listWithContent(location: MessageLocation, signal: AbortSignal): Promise<readonly ListedAttachment[]>;

  get(location: AttachmentLocation, signal: AbortSignal): Promise<Attachment>;

  /** The decoded content as a stream. The caller consumes or destroys it. */
  open(location: AttachmentLocation, signal: AbortSignal): Promise<AttachmentContent>;
}

export interface AttachmentsDependencies {
  readonly mailStore: MailStore;
}

export function createAttachments({ mailStore }: AttachmentsDependencies): Attachments {
  const list = ({ account, mailbox, uid }: MessageLocation, signal: AbortSignal) =>
    mailStore.listAttachments(account, mailbox, uid, signal);

  const open = async (
    { account, mailbox, uid }: MessageLocation,
    part: string,
    signal: AbortSignal,
  ): Promise<AttachmentContent> => {
    const content = await mailStore.openAttachment(account, mailbox, uid, part, signal);
    if (signal.aborted) content.stream.destroy();
    signal.throwIfAborted();
    return content;
  };

  const get = async (location: AttachmentLocation, signal: AbortSignal): Promise<Attachment> => {
    const attachment = findAttachment(await list(location, signal), location.id);
    if (attachment !== undefined) return attachment;
    throw new MailError('attachment-unknown', { detail: 'The message has no such attachment.' });
  };

  return {
    get,

    async open(location, signal) {
      const { part } = await get(location, signal);
      return open(location, part, signal);
    },

    async listWithContent(location, signal) {
      const listed: ListedAttachment[] = [];
      let budget = MAX_LISTED_CONTENT_OCTETS;
      for (const attachment of await list(location, signal)) {
        const isHopeless = estimateDecodedOctets(attachment) > budget;
        const content = isHopeless
          ? null
          : await readUpTo(budget, (await open(location, attachment.part, signal)).stream);
        budget -= content?.length ?? 0;
        listed.push({ attachment, content });
      }
      return listed;
    },
  };
}

/** The whole content of the stream, or null when it is longer; the rest is then not read. */
async function readUpTo(maxOctets: number, stream: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let octets = 0;
  // Leaving the loop early destroys the stream, which stops the download.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    octets += chunk.length;
    if (octets > maxOctets) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
