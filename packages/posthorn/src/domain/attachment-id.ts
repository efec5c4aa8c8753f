/** The id of an attachment: where it is in its message, and what it is. */
import { createHash } from 'node:crypto';
import type { Attachment } from './attachment.ts';

/** Hexadecimal digits of the digest: 64 bits distinguish the attachments of one message. */
const DIGEST_LENGTH = 16;
/** Longer part specifiers do not occur (MIME depth is bounded); the bound keeps the check cheap. */
const MAX_ID_LENGTH = 300;
const ID_TEXT = /^([1-9][0-9]*(?:\.[1-9][0-9]*)*)-([0-9a-f]{16})$/;

/** A well-formed id. `findAttachment` finds out whether the message has the attachment. */
export interface AttachmentId {
  readonly part: string;
  readonly digest: string;
}

/** The text of an attachment's id, `{part}-{digest}`. It names the same file after parts were renumbered. */
export function formatAttachmentId(attachment: Attachment): string {
  return `${attachment.part}-${attachmentDigest(attachment)}`;
}

/** Parses an id; undefined when no attachment can have it. */
export function parseAttachmentId(text: string): AttachmentId | undefined {
  if (text.length > MAX_ID_LENGTH) return undefined;
  const [, part, digest] = ID_TEXT.exec(text) ?? [];
  return part === undefined || digest === undefined ? undefined : { part, digest };
}

/**
 * The attachment with this id: the part of that number if its digest agrees, else the only one with that digest
 * (saving a draft renumbers its parts), else undefined.
 */
export function findAttachment(attachments: readonly Attachment[], id: AttachmentId): Attachment | undefined {
  const candidates = attachments.filter((attachment) => attachmentDigest(attachment) === id.digest);
  const atPlace = candidates.find((attachment) => attachment.part === id.part);
  return atPlace ?? (candidates.length === 1 ? candidates[0] : undefined);
}

function attachmentDigest({ fileName, mediaType, encodedOctets }: Attachment): string {
  const identity = JSON.stringify([fileName, mediaType, encodedOctets]);
  return createHash('sha256').update(identity).digest('hex').slice(0, DIGEST_LENGTH);
}
