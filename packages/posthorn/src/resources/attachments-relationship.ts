import type { Attachment } from '../domain/messages/attachment.ts';
import type { ExactMessageRef } from '../domain/messages/message-ref.ts';
import { attachmentResourceId } from './identifiers/resource-ids.ts';
import type { ResourceUrls } from './identifiers/resource-urls.ts';
import type { Relationship } from './json-api-document.ts';

/** The attachments link, with the list if read. */
export function presentAttachmentsLink({
  message,
  attachments,
  urls,
}: {
  readonly message: ExactMessageRef;
  readonly attachments?: readonly Attachment[] | undefined;
  readonly urls: ResourceUrls;
}): Relationship {
  const links = { related: urls.attachments(message) };
  if (attachments === undefined) return { links };
  const data = attachments.map(({ part }) => ({
    type: 'Attachment' as const,
    id: attachmentResourceId(message, part),
  }));
  return { links, data };
}
