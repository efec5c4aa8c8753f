import type { Attachment } from '../../../domain/messages/attachment.ts';
import type { OctetSource } from '../../../domain/values/octet-source.ts';
import { type AttachmentKeys, presentAttachment } from './present.ts';

/** Larger contents would need too much memory. */
const MAX_REPEATED_OCTETS = 1_000_000;

/** A file and its upload. */
export interface AddedFile {
  readonly attachment: Attachment;
  readonly content: OctetSource;
}

/** Presents added files like list items, unfetched. Large ones have no address: clients have copies. */
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
