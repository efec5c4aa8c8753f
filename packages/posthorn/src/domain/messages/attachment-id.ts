import { createHash } from 'node:crypto';
import type { Attachment } from './attachment.ts';

/** 64 bits suffice within one message. */
const DIGEST_LENGTH = 16;
/** Bounds the cost of parsing. */
const MAX_ID_LENGTH = 300;
const ID_TEXT = /^([1-9][0-9]*(?:\.[1-9][0-9]*)*)-([0-9a-f]{16})$/;

/** The attachment may not exist. */
export interface AttachmentId {
  readonly part: string;
  readonly digest: string;
}

/** `{part}-{digest}`: valid after parts were renumbered. */
export function formatAttachmentId(attachment: Attachment): string {
  return `${attachment.part}-${attachmentDigest(attachment)}`;
}

/** Undefined if malformed. */
export function parseAttachmentId(text: string): AttachmentId | undefined {
  if (text.length > MAX_ID_LENGTH) return undefined;
  const [, part, digest] = ID_TEXT.exec(text) ?? [];
  return part === undefined || digest === undefined ? undefined : { part, digest };
}

/** The part with the digest, else the only one with it: saving a draft renumbers parts. */
export function findAttachment(attachments: readonly Attachment[], id: AttachmentId): Attachment | undefined {
  const candidates = attachments.filter((attachment) => attachmentDigest(attachment) === id.digest);
  const atPlace = candidates.find((attachment) => attachment.part === id.part);
  return atPlace ?? (candidates.length === 1 ? candidates[0] : undefined);
}

function attachmentDigest({ fileName, mediaType, encodedOctets }: Attachment): string {
  const identity = JSON.stringify([fileName, mediaType, encodedOctets]);
  return createHash('sha256').update(identity).digest('hex').slice(0, DIGEST_LENGTH);
}
