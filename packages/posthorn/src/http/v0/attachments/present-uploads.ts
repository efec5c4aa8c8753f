/** Files that were just added to a draft as v0 shows them. */
import type { Attachment } from '../../../domain/attachment.ts';
import type { OctetSource } from '../../../domain/octet-source.ts';
import { type AttachmentKeys, presentAttachment } from './present.ts';

/**
 * Octets of contents that one answer carries back. The client has them already; small ones come as in a list, and a large
 * file must not be held in memory for this.
 */
const MAX_REPEATED_OCTETS = 1_000_000;

/** A file of the message, and what was uploaded for it. */
export interface AddedFile {
  readonly attachment: Attachment;
  readonly content: OctetSource;
}

/**
 * Like the items of a list, but a content that is too large has no address: clients that have just sent it go on with their own, and
 * leave the page where they open another one. None is read from the mail server again.
 */
export async function presentUploads(
  files: readonly AddedFile[],
  keys: AttachmentKeys,
): Promise<readonly object[]> {
  const presented: object[] = [];
  let budget = MAX_REPEATED_OCTETS;
  for (const { attachment, content } of files) {
    const octets = content.length <= budget ? await readAll(content) : null;
    budget -= octets?.length ?? 0;
    const counted = { ...attachment, countedOctets: content.length };
    presented.push(presentAttachment({ attachment: counted, content: octets }, { keys }));
  }
  return presented;
}

async function readAll(content: OctetSource): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}
